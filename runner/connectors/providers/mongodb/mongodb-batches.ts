import { BSON, type Document, type FindCursor } from 'mongodb';

/** Documents are sent so many at a time. */
export const BATCH_DOCUMENTS = 1_000;
/** Or fewer, when they have so many bytes together. */
export const BATCH_BYTES = 1 << 22;

/** Options of a read after which each value is written again with the type that it had. */
export const EXACT_TYPES = {
  promoteValues: false,
  promoteLongs: false,
  promoteBuffers: false,
  bsonRegExp: true,
} as const;

/** Divides documents into batches that fit into a message and into memory. */
export async function* batchesOf(
  documents: AsyncIterable<Document> | FindCursor,
): AsyncGenerator<readonly Document[]> {
  let batch: Document[] = [];
  let bytes = 0;
  for await (const document of documents as AsyncIterable<Document>) {
    batch.push(document);
    bytes += BSON.calculateObjectSize(document);
    if (batch.length < BATCH_DOCUMENTS && bytes < BATCH_BYTES) continue;
    yield batch;
    batch = [];
    bytes = 0;
  }
  if (batch.length > 0) yield batch;
}
