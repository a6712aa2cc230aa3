import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { JobConnections } from '../connectors/job-connections.ts';
import type { PendingWrite } from '../connectors/pending-write.ts';
import polars from '../engines/polars/pinned/library.ts';
import { parquetToStaged } from '../formats/staged-rows.ts';
import type { TableTarget } from '../plan/operators/database.ts';
import type { NodeFrame } from './node-frame.ts';
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
