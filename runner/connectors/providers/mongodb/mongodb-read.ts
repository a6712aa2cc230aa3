import { rm } from 'node:fs/promises';
import type { Db } from 'mongodb';
import { UserError } from '../../../domain/errors.ts';
import type { ConnectionTarget } from '../../connection-target.ts';
import type { SqlRead, StagedRows } from '../../sql/sql-driver.ts';
import { writeRows } from '../../../formats/write-rows.ts';
import { MONGO_LIMITS, withMongo } from './mongodb-client.ts';
import { collectionOf, findCollection } from './mongodb-collection.ts';
import { DocumentColumns, type FieldReading } from './mongodb-columns.ts';
import { spoolAll, spooledDocuments } from './mongodb-spool.ts';
import { readDocument } from './mongodb-values.ts';

/**
 * Reads the documents of a collection as rows. The columns are the fields of all documents in the order of
 * appearance; only after the last document their types are known, so the documents wait in a file.
 * @throws UserError for a query, and a collection that does not exist
 */
export async function readMongo(
  target: ConnectionTarget,
  read: SqlRead,
  limits = MONGO_LIMITS,
): Promise<StagedRows> {
  const { source } = read;
  if (source.kind === 'query') {
    throw new UserError(
      'a connection to MongoDB has no queries. Set Read to "table", name a collection, and filter its rows by nodes',
    );
  }
  const name = collectionOf(source);
  const spool = `${read.file}.bson`;
  try {
    const columns = await withMongo(
      target,
      (db) => spoolDocuments(db, name, { ...read, spool }),
      limits,
    );
    return await stagedRows(spool, columns.readings(), read.file);
  } finally {
    await rm(spool, { force: true });
  }
}

async function spoolDocuments(
  db: Db,
  name: string,
  { maxRows, spool }: Pick<SqlRead, 'maxRows'> & { readonly spool: string },
): Promise<DocumentColumns> {
  if ((await findCollection(db, name)) === null) {
    throw new UserError(`there is no collection "${name}" in the database "${db.databaseName}"`);
  }
  const columns = new DocumentColumns();
  const limit = maxRows === null ? {} : { limit: maxRows };
  const isNothing = maxRows === 0;
  async function* documents(): AsyncGenerator<Buffer> {
    // Of zero documents the server would send all.
    if (isNothing) return;
    const found = db.collection(name).find({}, { raw: true, ...limit });
    for await (const bytes of found as AsyncIterable<unknown> as AsyncIterable<Buffer>) {
      columns.add(readDocument(bytes));
      yield bytes;
    }
  }
  await spoolAll(spool, documents());
  return columns;
}

async function stagedRows(
  spool: string,
  readings: readonly FieldReading[],
  file: string,
): Promise<StagedRows> {
  const rowCount = await writeRows(file, cellsOf(spool, readings));
  return {
    columns: readings.map(({ column }) => column),
    rowCount,
    warnings: readings.flatMap(({ warnings }) => warnings),
  };
}

async function* cellsOf(
  spool: string,
  readings: readonly FieldReading[],
): AsyncGenerator<readonly (string | null)[]> {
  for await (const bytes of spooledDocuments(spool)) {
    const document = readDocument(bytes);
    yield readings.map(({ column, write }) => write(document[column.name]));
  }
}
