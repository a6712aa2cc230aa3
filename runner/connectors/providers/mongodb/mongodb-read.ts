import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { Db } from 'mongodb';
import { UserError } from '../../../domain/errors.ts';
import type { ConnectionTarget } from '../../provider.ts';
import { csvLine } from '../../sql/csv-line.ts';
import type { SqlRead, StagedRows } from '../../sql/sql-driver.ts';
import { withMongo } from './mongodb-client.ts';
import { collectionOf, findCollection } from './mongodb-collection.ts';
import { DocumentColumns, type FieldReading } from './mongodb-columns.ts';
import { DocumentSpool, spooledDocuments } from './mongodb-spool.ts';
import { readDocument } from './mongodb-values.ts';

/**
 * Reads the documents of a collection as rows. The columns are the fields of all documents in the order of
 * appearance; only after the last document their types are known, so the documents wait in a file.
 * @throws UserError for a query, and a collection that does not exist
 */
export async function readMongo(target: ConnectionTarget, read: SqlRead): Promise<StagedRows> {
  const { source } = read;
  if (source.kind === 'query') {
    throw new UserError(
      'a connection to MongoDB has no queries. Set Read to "table", name a collection, and filter its rows by nodes',
    );
  }
  const name = collectionOf(source);
  const spool = `${read.file}.bson`;
  try {
    const columns = await withMongo(target, (db) => spoolDocuments(db, name, { ...read, spool }));
    return await writeRows(spool, columns.readings(), read.file);
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
  const file = new DocumentSpool(spool);
  try {
    if (maxRows === 0) return columns;
    const limit = maxRows === null ? {} : { limit: maxRows };
    const documents = db.collection(name).find({}, { raw: true, ...limit });
    for await (const bytes of documents as AsyncIterable<unknown> as AsyncIterable<Buffer>) {
      columns.add(readDocument(bytes));
      await file.add(bytes);
    }
    return columns;
  } finally {
    await file.end();
  }
}

async function writeRows(
  spool: string,
  readings: readonly FieldReading[],
  file: string,
): Promise<StagedRows> {
  const stream = createWriteStream(file);
  let rowCount = 0;
  for await (const bytes of spooledDocuments(spool)) {
    const document = readDocument(bytes);
    const cells = readings.map(({ column, write }) => write(document[column.name]));
    rowCount += 1;
    const isFull = !stream.write(csvLine(cells.length === 1 ? [...cells, '0'] : cells));
    if (isFull) await once(stream, 'drain');
  }
  stream.end();
  await once(stream, 'finish');
  return {
    columns: readings.map(({ column }) => column),
    rowCount,
    warnings: readings.flatMap(({ warnings }) => warnings),
  };
}
