import type { AnyBulkWriteOperation, Db, Document, Filter } from 'mongodb';
import { UserError } from '../../../domain/errors.ts';
import type { SqlWrite } from '../../sql/sql-driver.ts';
import { BATCH_DOCUMENTS, batchesOf, EXACT_TYPES } from './mongodb-batches.ts';
import { describeMongoError } from './mongodb-errors.ts';
import type { CollectionLock } from './mongodb-lock.ts';
import { pagesOf } from './mongodb-pages.ts';

/** The end of the name of the collection with the documents as they were before an upsert. */
const BEFORE = '_before';

/** The collection with the documents as they were before those of a staged one updated them. */
export function beforeOf(staged: string): string {
  return `${staged}${BEFORE}`;
}

/** The documents of a staged collection that are added to another one, or update it. */
export interface Changes {
  readonly db: Db;
  readonly name: string;
  readonly staged: string;
  readonly write: SqlWrite;
  readonly lock: CollectionLock;
}

/**
 * Adds or updates documents batch by batch. A failure removes and restores what was changed; of a killed process
 * the next write of the collection does that.
 */
export async function applyChanges(changes: Changes): Promise<void> {
  const { db, name, staged, write, lock } = changes;
  await prepare(changes);
  await lock.mark(staged);
  try {
    for await (const batch of pagesOf(db.collection(staged))) {
      lock.checkHeld();
      const operations = batch.map((document) => operationOf(write, document));
      await db.collection(name).bulkWrite(operations);
    }
  } catch (error) {
    await undoAfter(error, changes);
    throw error;
  }
  // From here on the documents stay, also when the process is killed.
  await lock.mark(null);
}

async function undoAfter(error: unknown, { db, name, staged, lock }: Changes): Promise<void> {
  try {
    // Otherwise another write has the lock, and undoes the changes.
    lock.checkHeld();
    await undoChanges(db, name, staged);
    await lock.mark(null);
  } catch {
    // Why the write failed matters more than why the server could not be reached a second time.
    const reason = error instanceof UserError ? error.message : describeMongoError(error);
    if (reason === null) throw error;
    throw new UserError(
      `${reason}. Some documents of this write are in the collection until the next write of it removes them`,
    );
  }
}

/** Restores the documents that an upsert has updated, and removes those that the changes have added. */
export async function undoChanges(db: Db, name: string, staged: string): Promise<void> {
  const target = db.collection(name);
  for await (const batch of pagesOf(db.collection(staged))) {
    // A document that another program has changed meanwhile is its own.
    const removals = batch.map((document) => ({ deleteOne: { filter: document } }));
    await target.bulkWrite(removals, { ordered: false });
  }
  const before = db.collection(beforeOf(staged));
  for await (const batch of pagesOf(before)) {
    const restores = batch.map((document) => ({
      replaceOne: { filter: { _id: document._id as never }, replacement: document, upsert: true },
    }));
    await target.bulkWrite(restores, { ordered: false });
  }
}

/** Stores what an upsert will update, and checks what an append would meet. */
async function prepare({ db, name, staged, write, lock }: Changes): Promise<void> {
  const hasIds = write.columns.some((column) => column.name === '_id');
  const keys = write.mode === 'upsert' ? write.keys : ['_id'];
  if (write.mode === 'append' && !hasIds) return;
  const before = db.collection(beforeOf(staged));
  for await (const batch of pagesOf(db.collection(staged))) {
    lock.checkHeld();
    // One batch has them all, as keys are unique.
    const options = { ...EXACT_TYPES, batchSize: BATCH_DOCUMENTS };
    const equal = db.collection(name).find(anyOf(keys, batch), options);
    for await (const documents of batchesOf(equal)) {
      if (write.mode === 'append') {
        throw new UserError(
          `The collection "${name}" already has a document with the _id ${String(documents[0]?._id)} of a row. Upsert by _id, or leave the column out.`,
        );
      }
      await before.insertMany([...documents]);
    }
  }
}

function anyOf(keys: readonly string[], documents: readonly Document[]): Filter<Document> {
  const [only = '', ...others] = keys;
  if (others.length > 0) return { $or: documents.map((document) => keysOf(keys, document)) };
  return { [only]: { $in: documents.map((document): unknown => document[only]) } };
}

function keysOf(keys: readonly string[], document: Document): Filter<Document> {
  return Object.fromEntries(keys.map((key) => [key, document[key]]));
}

function operationOf({ mode, keys }: SqlWrite, document: Document): AnyBulkWriteOperation {
  if (mode === 'append') return { insertOne: { document } };
  const { _id: id, ...fields } = document;
  const others = Object.entries(fields).filter(([name]) => !keys.includes(name));
  return {
    updateOne: {
      filter: keysOf(keys, document),
      update: {
        ...(others.length === 0 ? {} : { $set: Object.fromEntries(others) }),
        ...(keys.includes('_id') ? {} : { $setOnInsert: { _id: id as never } }),
      },
      upsert: true,
    },
  };
}
