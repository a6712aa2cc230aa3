import type { Db } from 'mongodb';
import { UserError } from '../../../domain/errors.ts';
import type { PendingWrite } from '../../pending-write.ts';
import type { ConnectionTarget } from '../../connection-target.ts';
import type { SqlWrite } from '../../sql/sql-driver.ts';
import { NO_UNIQUE_KEY, tableExists } from '../../sql/transactional-write.ts';
import { applyChanges, beforeOf, undoChanges, type Changes } from './mongodb-changes.ts';
import { closeMongo, MONGO_LIMITS, openMongo } from './mongodb-client.ts';
import {
  collectionOf,
  findCollection,
  OWN_PREFIX,
  type CollectionFacts,
} from './mongodb-collection.ts';
import { LOCK_TIMES, lockCollection, type CollectionLock, type LockTimes } from './mongodb-lock.ts';
import { isIdentity, publish, stagedName, stageRows, sweep } from './mongodb-staged.ts';

/**
 * Writes rows that become visible by the commit. A new collection is filled under a name of its own and gets its
 * name by a rename. Documents of an existing collection are changed by the commit, without a transaction, which
 * only replica sets have and only for a minute. No other write of the service changes the collection meanwhile.
 */
export async function writeMongo(
  target: ConnectionTarget,
  write: SqlWrite,
  times: LockTimes = LOCK_TIMES,
  limits = MONGO_LIMITS,
): Promise<PendingWrite> {
  const name = collectionOf(write);
  checkName(name);
  const opened = await openMongo(target, limits);
  const { db } = opened;
  try {
    const lock = await lockCollection(db, name, times);
    const staged = stagedName(lock.prefix);
    const end = async (): Promise<void> => {
      await cleanUp(db, lock, staged);
      await closeMongo(opened, limits);
    };
    try {
      const commit = await prepare({ db, name, staged, write, lock });
      return { commit: () => commit().finally(end), rollback: end };
    } catch (error) {
      await end();
      throw error;
    }
  } catch (error) {
    await closeMongo(opened, limits);
    throw error;
  }
}

function checkName(name: string): void {
  if (!name.startsWith(OWN_PREFIX) && !name.startsWith('system.')) return;
  throw new UserError(`"${name}" is a name of the service or of the server. Choose another one.`);
}

/** Stages the rows. @returns what makes them visible */
async function prepare(changes: Changes): Promise<() => Promise<void>> {
  const { db, name, staged, write, lock } = changes;
  if (lock.interrupted !== null) {
    await undoChanges(db, name, lock.interrupted);
    await lock.mark(null);
  }
  await sweep(db, lock.prefix, name);
  const facts = await findCollection(db, name);
  if (facts?.isView === true) throw new UserError(`"${name}" is a view. Choose a collection.`);
  if (facts !== null && write.mode === 'fail') throw tableExists(write);
  const isNew = facts === null || write.mode === 'replace';
  if (!isNew && write.mode === 'upsert') await checkUpsert(db, name, { write, facts });
  await stageRows(db, staged, write);
  if (!isNew) return () => applyChanges(changes);
  return async () => {
    await lock.confirm();
    await publish(db, staged, { name, replaces: facts !== null });
  };
}

/** Checks that the keys identify one document at most, as the service compares texts. @throws UserError */
async function checkUpsert(
  db: Db,
  name: string,
  { write, facts }: { readonly write: SqlWrite; readonly facts: CollectionFacts },
): Promise<void> {
  const { keys, columns } = write;
  if (facts.hasCollation) {
    throw new UserError(
      `the collection "${name}" has a collation, by which different texts can be equal, so it cannot be updated by keys. Replace it, or append to it`,
    );
  }
  if (!keys.includes('_id') && columns.some((column) => column.name === '_id')) {
    throw new UserError(
      'the column "_id" identifies a document, so it cannot be updated. Make it the key, or drop the column',
    );
  }
  if (isIdentity(keys)) return;
  const indexes = await db.collection(name).listIndexes().toArray();
  const isUnique = indexes.some(({ key, unique, partialFilterExpression: filter, collation }) => {
    const fields = Object.keys(key as object);
    const isWhole = unique === true && filter === undefined && collation === undefined;
    return (
      isWhole && fields.length === keys.length && fields.every((field) => keys.includes(field))
    );
  });
  if (!isUnique) throw new UserError(NO_UNIQUE_KEY);
}

/** What fails here is done by the next write of the collection: the rows are visible, or another error says why not. */
async function cleanUp(db: Db, lock: CollectionLock, staged: string): Promise<void> {
  try {
    if (!lock.isMarked) {
      for (const own of [staged, beforeOf(staged)]) await db.dropCollection(own);
    }
    await lock.release();
  } catch {
    // The lock becomes stale.
    lock.abandon();
  }
}
