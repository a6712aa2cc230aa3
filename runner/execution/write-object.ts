import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { JobConnections } from '../connectors/job-connections.ts';
import type { PendingWrite } from '../connectors/pending-write.ts';
import { OUTPUT_SUFFIX } from '../domain/file-format.ts';
import type { LostValues } from '../domain/file-warning.ts';
import type { ObjectTarget } from '../plan/operators/storage.ts';
import type { NodeFrame } from './node-frame.ts';
import type { OutputTarget } from './write-output.ts';

/** An object that is written and not committed. */
export interface WrittenObject {
  readonly pending: PendingWrite;
  /** What it lacks of the frame. */
  readonly lost: readonly LostValues[];
}

/** Writes the rows of a node to an object, which appears when the caller commits. @throws UserError */
export async function writeObject<F>(
  { connectionId, path: name, format, mode }: ObjectTarget,
  { frame }: NodeFrame<F>,
  { engine, scratch, connections }: OutputTarget<F> & { readonly connections: JobConnections },
): Promise<WrittenObject> {
  const file = path.join(scratch, `${randomUUID()}${OUTPUT_SUFFIX[format]}`);
  try {
    const { lost } = await engine.write(frame, format, file);
    const pending = await connections.writeObject(connectionId, { path: name, mode, file });
    return { pending, lost };
  } finally {
    await rm(file, { force: true });
  }
}
