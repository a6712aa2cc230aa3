import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { JobConnections } from '../connectors/job-connections.ts';
import type { PendingWrite } from '../connectors/pending-write.ts';
import { UserError } from '../domain/errors.ts';
import { objectKeys } from '../domain/object-keys.ts';
import polars from '../engines/polars/pinned/library.ts';
import { parquetToStaged } from '../formats/staged-rows.ts';
import type { TableTarget } from '../plan/operators/database.ts';
import { ObjectExistsError } from '../storage/object-store.ts';
import type { NodeFrame } from './evaluate-output.ts';
import type { OutputTarget } from './write-output.ts';

/** Writes the rows of a node to a table. They become visible when the caller commits. @throws UserError */
export async function writeTable<F>(
  { connectionId, schema, table, mode, keys }: TableTarget,
  { frame, relation }: NodeFrame<F>,
  { engine, scratch, connections }: OutputTarget<F> & { readonly connections: JobConnections },
): Promise<PendingWrite> {
  const name = path.join(scratch, randomUUID());
  const parquet = `${name}.parquet`;
  const file = `${name}.csv`;
  try {
    await engine.write(frame, 'columnar', parquet);
    await parquetToStaged(polars, parquet, file);
    const { columns } = relation;
    const write = { schema, table, mode, keys, columns, file };
    return await connections.write(connectionId, write);
  } finally {
    await Promise.all([rm(parquet, { force: true }), rm(file, { force: true })]);
  }
}

/**
 * Makes the writes to databases and storages visible, if no other attempt of the run did that or may have done it: an attempt
 * that was considered lost can still be running.
 * @throws UserError
 */
export async function commitWrites<F>(
  writes: readonly PendingWrite[],
  { store, runId, attempt }: OutputTarget<F>,
): Promise<void> {
  if (writes.length === 0) return;
  const key = objectKeys.runCommit(runId);
  const own = JSON.stringify({ attempt });
  try {
    await store.put(key, own, { ifAbsent: true });
  } catch (error) {
    if (!(error instanceof ObjectExistsError)) throw error;
    // The client repeats a put whose response was lost, and then finds its own claim.
    if ((await store.getText(key)) !== own) {
      throw new UserError(
        'An earlier attempt of this run has written to its connections, or may have. Check what they have, then start the flow again.',
      );
    }
  }
  for (const write of writes) await write.commit();
}
