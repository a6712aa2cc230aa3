import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { JobConnections } from '../connectors/job-connections.ts';
import type { PendingWrite } from '../connectors/pending-write.ts';
import { OUTPUT_SUFFIX } from '../domain/file-format.ts';
import type { ObjectTarget } from '../plan/operators/storage.ts';
import type { NodeFrame } from './node-frame.ts';
import type { OutputTarget } from './write-output.ts';

/** Writes the rows of a node to an object, which appears when the caller commits. @throws UserError */
export async function writeObject<F>(
  { connectionId, path: name, format, mode }: ObjectTarget,
  { frame }: NodeFrame<F>,
  { engine, scratch, connections }: OutputTarget<F> & { readonly connections: JobConnections },
): Promise<PendingWrite> {
  const file = path.join(scratch, `${randomUUID()}${OUTPUT_SUFFIX[format]}`);
  try {
    await engine.write(frame, format, file);
    return await connections.writeObject(connectionId, { path: name, mode, file });
  } finally {
    await rm(file, { force: true });
  }
}
