import type { Logger } from 'pino';
import type { ObjectStore } from '../../../runner/storage/object-store.ts';
import type { PendingDeletions } from './pending-deletions.ts';

export interface UploadFilesDeps {
  readonly objects: ObjectStore;
  readonly deletions: PendingDeletions;
  readonly logger: Logger;
}

/**
 * The objects of one active upload. Their deletion is scheduled before they are written and withdrawn when a
 * version refers to them, so a killed process leaves no orphans.
 */
export class UploadFiles {
  readonly #deps: UploadFilesDeps;
  readonly #keys = new Set<string>();
  readonly #deletions: bigint[] = [];

  constructor(deps: UploadFilesDeps) {
    this.#deps = deps;
  }

  /** The deletions that the transaction of the version must withdraw. */
  get deletions(): readonly bigint[] {
    return this.#deletions;
  }

  /** Await this before the first write. @param prefix the prefix of all objects */
  async expect(prefix: string, keys: readonly string[]): Promise<void> {
    this.#deletions.push(await this.#deps.deletions.schedule(prefix));
    for (const key of keys) this.#keys.add(key);
  }

  /**
   * Moves the uploaded file to its final key, unless a runner has rewritten it there.
   * @returns the size of the final file in bytes
   */
  async placeSource(
    at: { readonly upload: string; readonly source: string },
    { rewritten, uploaded }: { readonly rewritten: boolean; readonly uploaded: number },
  ): Promise<number> {
    const { objects } = this.#deps;
    if (!rewritten) {
      await objects.move(at.upload, at.source);
      return uploaded;
    }
    await objects.delete(at.upload);
    const kept = await objects.head(at.source);
    if (kept === null) throw new Error(`The rewritten file ${at.source} is missing`);
    return kept.bytes;
  }

  /** Keeps the objects for a version that may exist; if it does, it has withdrawn their deletions. */
  release(): void {
    this.#keys.clear();
    this.#deletions.length = 0;
  }

  /**
   * Removes all objects. An error here must not hide the error of the upload; the sweeper deletes the rest.
   */
  async discard(): Promise<void> {
    const { objects, deletions, logger } = this.#deps;
    const keys = [...this.#keys];
    try {
      const deleted = await Promise.allSettled(keys.map((key) => objects.delete(key)));
      const failed = deleted.find((each) => each.status === 'rejected');
      if (failed !== undefined) throw failed.reason;
      await deletions.withdraw(this.#deletions);
    } catch (error) {
      logger.warn(
        { err: error, keys },
        'could not remove the files of a failed upload; they are removed within a day',
      );
    }
  }
}
