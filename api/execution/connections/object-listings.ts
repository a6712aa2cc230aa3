import type { Connection } from '../../../runner/domain/connection.ts';

/** Lists a whole storage. */
export type ListObjects = (
  connection: Connection,
  prefix: string,
  signal: AbortSignal,
) => Promise<readonly string[]>;

/** What a request asks for. */
export interface ObjectPage {
  readonly connection: Connection;
  readonly prefix: string;
  readonly offset: number;
  /** Undefined: everything after the offset. */
  readonly limit?: number | undefined;
}

interface Kept {
  readonly paths: readonly string[];
  readonly at: number;
}

/** How long the pages of a list are those of its first page. */
const MAX_AGE_MS = 60_000;
/** Of all lists together; a path has about a hundred bytes. */
const MAX_PATHS = 200_000;

/**
 * The lists of storages of which clients read page after page. A storage answers no page of its own, so without them
 * each page would list all of it again. They are also the same list for all pages.
 */
export class ObjectListings {
  readonly #list: ListObjects;
  readonly #now: () => number;
  /** The oldest first. */
  readonly #kept = new Map<string, Kept>();

  constructor(list: ListObjects, now: () => number = () => performance.now()) {
    this.#list = list;
    this.#now = now;
  }

  /** The whole list for a page: that of the first page, or a new one. Errors are those of the list. */
  async listFor(page: ObjectPage, signal: AbortSignal): Promise<readonly string[]> {
    const { connection, prefix, offset, limit } = page;
    // An edited connection has no list.
    const key = JSON.stringify([connection, prefix]);
    const kept = offset === 0 ? undefined : this.#fresh(key);
    if (kept !== undefined) return kept;
    const paths = await this.#list(connection, prefix, signal);
    this.#kept.delete(key);
    if (limit !== undefined && offset + limit < paths.length) this.#keep(key, paths);
    return paths;
  }

  #fresh(key: string): readonly string[] | undefined {
    const found = this.#kept.get(key);
    return found !== undefined && this.#now() - found.at < MAX_AGE_MS ? found.paths : undefined;
  }

  #keep(key: string, paths: readonly string[]): void {
    const now = this.#now();
    if (paths.length <= MAX_PATHS) this.#kept.set(key, { paths, at: now });
    let sum = [...this.#kept.values()].reduce((total, kept) => total + kept.paths.length, 0);
    for (const [oldest, kept] of this.#kept) {
      if (sum <= MAX_PATHS && now - kept.at < MAX_AGE_MS) break;
      this.#kept.delete(oldest);
      sum -= kept.paths.length;
    }
  }
}
