import type { Logger } from 'pino';
import type { ObjectStore } from '../../../runner/storage/object-store.ts';
import type { PendingDeletions } from './pending-deletions.ts';

export interface UploadFilesDeps {
  readonly objects: ObjectStore;
  readonly deletions: PendingDeletions;
  readonly logger: Logger;
}

/**
 * The objects of one upload under way. The deletion of each is recorded before it is written, and
 * withdrawn when a version needs it, so that a process that is killed leaves none for ever.
 */
export class UploadFiles {
  readonly #deps: UploadFilesDeps;
  readonly #keys = new Set<string>();
  readonly #deletions: bigint[] = [];

  constructor(deps: UploadFilesDeps) {
    this.#deps = deps;
  }

  /** What the transaction that adds the version must withdraw. */
  get deletions(): readonly bigint[] {
    return this.#deletions;
  }

  /** To be awaited before the first of the objects is written. @param prefix below which they all lie */
  async expect(prefix: string, keys: readonly string[]): Promise<void> {
    this.#deletions.push(await this.#deps.deletions.schedule(prefix));
    for (const key of keys) this.#keys.add(key);
  }

  /**
   * Moves the uploaded file to where it is kept, unless a runner has written it anew there.
   * @returns the bytes of the file that is kept
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

  /** Leaves them to the version that may have been added, which has withdrawn their deletions then. */
  release(): void {
    this.#keys.clear();
    this.#deletions.length = 0;
  }

  /**
   * Removes them all. What fails here is only left-over space, which a sweeper frees later, and must
   * not hide why the upload failed.
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
