import type { CollectionInfo, Db } from 'mongodb';
import type { TableInfo } from '../../../domain/connection.ts';
import type { ConnectionTarget } from '../../connection-target.ts';
import { withMongo } from './mongodb-client.ts';
import { OWN_PREFIX } from './mongodb-collection.ts';
import { DocumentColumns } from './mongodb-columns.ts';
import { readDocument } from './mongodb-values.ts';

/** The columns of a collection are those of so many documents. */
const SAMPLE_DOCUMENTS = 100;
/** The columns of further collections are not looked up, which would take too long. */
const MAX_SAMPLED = 200;

/** The collections of the database, then the views. */
export async function listMongoTables(target: ConnectionTarget): Promise<readonly TableInfo[]> {
  return await withMongo(target, async (db) => {
    const all = await db.listCollections<CollectionInfo>().toArray();
    const own = all.filter(({ name }) => !name.startsWith('system.') && !isOwn(name));
    const isView = ({ type }: CollectionInfo): boolean => type === 'view';
    own.sort((a, b) => Number(isView(a)) - Number(isView(b)) || (a.name < b.name ? -1 : 1));
    const tables: TableInfo[] = [];
    for (const [place, info] of own.entries()) {
      const { name } = info;
      tables.push({
        name,
        schema_name: null,
        qualified: name,
        columns: place < MAX_SAMPLED ? await sampledColumns(db, name) : [],
        row_estimate: isView(info) ? null : await db.collection(name).estimatedDocumentCount(),
      });
    }
    return tables;
  });
}

function isOwn(name: string): boolean {
  return name.startsWith(OWN_PREFIX);
}

async function sampledColumns(db: Db, name: string): Promise<TableInfo['columns']> {
  const columns = new DocumentColumns();
  const sample = db.collection(name).find({}, { raw: true, limit: SAMPLE_DOCUMENTS });
  for await (const bytes of sample as AsyncIterable<unknown> as AsyncIterable<Buffer>) {
    columns.add(readDocument(bytes));
  }
  return columns.types();
}
