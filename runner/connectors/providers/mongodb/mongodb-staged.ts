import { randomUUID } from 'node:crypto';
import type { Db } from 'mongodb';
import { UserError } from '../../../domain/errors.ts';
import type { SqlWrite } from '../../sql/sql-driver.ts';
import { sameKeys } from '../../sql/transactional-write.ts';
import { batchesOf } from './mongodb-batches.ts';
import { checkFieldNames, documentsOf, keysOf } from './mongodb-documents.ts';
import { DUPLICATE_KEY, NOT_IMPLEMENTED, serverCode } from './mongodb-errors.ts';

/** The end of the name of the collection that a new one replaces, for the moment between two renames. */
const REPLACED = '_replaced';

/** A name that no other write uses. @param prefix of the lock */
export function stagedName(prefix: string): string {
  return `${prefix}${randomUUID().slice(0, 8)}`;
}

/** Writes the rows into a new collection, with a unique index on the keys of an upsert. @throws UserError */
export async function stageRows(db: Db, name: string, write: SqlWrite): Promise<void> {
  checkFieldNames(write);
  try {
    const staged = await db.createCollection(name);
    const keys = keysOf(write);
    if (!isIdentity(keys)) await staged.createIndex(indexOf(keys), { unique: true }, {});
    for await (const batch of batchesOf(documentsOf(write))) {
      await staged.insertMany([...batch]);
    }
  } catch (error) {
    throw serverCode(error) === DUPLICATE_KEY ? repeatedKeys(write) : error;
  }
}

/** Whether no index is needed: there are no keys, or they are what each collection has an index on. */
export function isIdentity(keys: readonly string[]): boolean {
  return keys.length === 0 || (keys.length === 1 && keys[0] === '_id');
}

function indexOf(keys: readonly string[]): Record<string, 1> {
  return Object.fromEntries(keys.map((key) => [key, 1] as const));
}

function repeatedKeys(write: SqlWrite): UserError {
  if (write.mode === 'upsert') return sameKeys(write);
  return new UserError(
    'Two rows have the same value in the column "_id". Remove one of them first.',
  );
}

/**
 * Gives a staged collection its name.
 * @param replaces the collection that had the name is dropped; otherwise none may have it
 */
export async function publish(
  db: Db,
  staged: string,
  { name, replaces }: { readonly name: string; readonly replaces: boolean },
): Promise<void> {
  if (!replaces) {
    await db.collection(staged).rename(name);
    return;
  }
  try {
    await db.collection(staged).rename(name, { dropTarget: true });
  } catch (error) {
    if (!isNotImplemented(error)) throw error;
    await swap(db, staged, name);
  }
}

/** For a server that cannot replace a collection by one rename: there is none of the name between two. */
async function swap(db: Db, staged: string, name: string): Promise<void> {
  const replaced = `${staged}${REPLACED}`;
  await db.collection(name).rename(replaced);
  try {
    await db.collection(staged).rename(name);
  } catch (error) {
    await db.collection(replaced).rename(name);
    throw error;
  }
  await db.dropCollection(replaced);
}

function isNotImplemented(error: unknown): boolean {
  return serverCode(error) === NOT_IMPLEMENTED;
}

/**
 * Drops what killed writes of a collection left. Only the owner of the lock may do this.
 * @param name gets back what a killed write was replacing
 */
export async function sweep(db: Db, prefix: string, name: string): Promise<void> {
  const all = await db.listCollections({}, { nameOnly: true }).toArray();
  const names = new Set(all.map((info) => info.name));
  for (const own of names) {
    if (!own.startsWith(prefix)) continue;
    if (own.endsWith(REPLACED) && !names.has(name)) {
      await db.collection(own).rename(name);
      names.add(name);
    } else {
      await db.dropCollection(own);
    }
  }
}
