import { BSON, type Collection, type Document, type Filter } from 'mongodb';
import { BATCH_BYTES, BATCH_DOCUMENTS, EXACT_TYPES } from './mongodb-batches.ts';
import { kindOf } from './mongodb-values.ts';

/** The types of identities in the order in which the server sorts them. */
const ORDER = [
  'null',
  'number',
  'string',
  'object',
  'binData',
  'objectId',
  'bool',
  'date',
  'timestamp',
  'regex',
] as const;

const NUMBERS: ReadonlySet<string> = new Set(['int', 'long', 'double', 'decimal']);

/**
 * The documents of a collection by their identities, some at a time. No cursor stays open while the caller writes
 * a page: a server ends one that is idle for long.
 */
export async function* pagesOf(collection: Collection): AsyncGenerator<readonly Document[]> {
  let filter: Filter<Document> = {};
  for (;;) {
    const { page, isLast } = await pageOf(collection, filter);
    if (page.length > 0) yield page;
    if (isLast) return;
    filter = after(page.at(-1)?._id);
  }
}

async function pageOf(
  collection: Collection,
  filter: Filter<Document>,
): Promise<{ readonly page: readonly Document[]; readonly isLast: boolean }> {
  const limits = { limit: BATCH_DOCUMENTS, batchSize: BATCH_DOCUMENTS };
  const cursor = collection.find(filter, { ...EXACT_TYPES, ...limits }).sort({ _id: 1 });
  const page: Document[] = [];
  let bytes = 0;
  for await (const document of cursor) {
    page.push(document);
    bytes += BSON.calculateObjectSize(document);
    if (bytes >= BATCH_BYTES) return { page, isLast: false };
  }
  return { page, isLast: page.length < BATCH_DOCUMENTS };
}

/** What is sorted after an identity: a comparison finds only values of its type. */
function after(id: unknown): Filter<Document> {
  const [, type] = kindOf(id);
  const place = ORDER.findIndex((one) => one === (NUMBERS.has(type) ? 'number' : type));
  if (place === -1) throw new Error(`An identity of the type ${type} has no place in the order.`);
  const later: readonly string[] = ORDER.slice(place + 1);
  const greater: Filter<Document> = { _id: { $gt: id as never } };
  return later.length === 0 ? greater : { $or: [greater, { _id: { $type: later as never } }] };
}
