import { z } from 'zod';
import { objectKeys } from '../../../runner/domain/object-keys.ts';
import type { RunProgress } from '../../../runner/domain/run-progress.ts';
import { NODE_STATUSES } from '../../../runner/domain/run-status.ts';
import { ObjectNotFoundError, type ObjectStore } from '../../../runner/storage/object-store.ts';
import type { ProgressSource } from './progress-source.ts';
import type { AttemptId } from '../../domain/runs/run-lifecycle-store.ts';

const progress = z.object({
  finished: z.array(
    z.object({
      nodeId: z.string(),
      status: z.enum(NODE_STATUSES),
      rows: z.number().nullable(),
      durationMs: z.number().nullable(),
      error: z.string().exactOptional(),
    }),
  ),
  started: z.string().nullable(),
  printed: z.record(z.string(), z.string()).exactOptional(),
});

/** The stored progress of an attempt; null: none, or none that this version can read. */
export async function readProgress(
  objects: Pick<ObjectStore, 'getText'>,
  { runId, attempt }: AttemptId,
): Promise<RunProgress | null> {
  try {
    const text = await objects.getText(objectKeys.runProgress(runId, attempt));
    return progress.parse(JSON.parse(text));
  } catch (error) {
    // An unreadable file must not keep the outcome of its run from being recorded.
    if (error instanceof SyntaxError || error instanceof z.ZodError) return null;
    if (error instanceof ObjectNotFoundError) return null;
    throw error;
  }
}

/** How long a read is shared. */
const FRESH_MS = 900;

/** The progress of runs that execute elsewhere, from the object store. */
export class StoredProgress implements ProgressSource {
  readonly #objects: Pick<ObjectStore, 'getText'>;
  /** One read for all readers of a run; dropped after `FRESH_MS`. */
  readonly #reads = new Map<string, Promise<RunProgress | null>>();

  constructor(objects: Pick<ObjectStore, 'getText'>) {
    this.#objects = objects;
  }

  read({ runId, attempt }: AttemptId): Promise<RunProgress | null> {
    const key = objectKeys.runProgress(runId, attempt);
    const shared = this.#reads.get(key);
    if (shared !== undefined) return shared;
    const read = readProgress(this.#objects, { runId, attempt });
    this.#reads.set(key, read);
    setTimeout(() => this.#reads.delete(key), FRESH_MS).unref();
    return read;
  }

  whenChanged(): undefined {
    return undefined;
  }
}
