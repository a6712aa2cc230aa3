import type { Connection } from '../../domain/connection.ts';
import type { PendingWrite } from '../pending-write.ts';
import type { SecretSources } from '../secrets/resolve-secret.ts';
import {
  explaining,
  openConnection,
  type ConnectionUse,
  type OpenedConnection,
} from '../use-connection.ts';
import { ObjectStorage } from './object-storage.ts';
import { checkOwnBucket, ownBucketOf, ownPrefixIn } from './own-bucket.ts';
import type { ObjectWrite, OpenStorage, StorageDriver } from './storage-driver.ts';
import { withoutOwnObjects } from './without-own-objects.ts';

const AS_STORAGE: ConnectionUse<StorageDriver> = {
  what: 'storage',
  driverOf: ({ storage }) => storage,
};

/**
 * Uses the storage of a connection, with one client and its sockets for all that the work does.
 * @throws UserError with the connection and the cause; what the work itself throws, leaves as it is
 */
export async function useStorage<T>(
  connection: Connection,
  sources: SecretSources,
  work: (storage: ObjectStorage) => Promise<T>,
): Promise<T> {
  const { storage, close } = await openStorage(connection, sources);
  try {
    return await work(storage);
  } finally {
    close();
  }
}

/** Writes a local file as an object, which appears by `commit`. @throws UserError, also later */
export async function writeObject(
  connection: Connection,
  sources: SecretSources,
  write: ObjectWrite,
): Promise<PendingWrite> {
  const { storage, close } = await openStorage(connection, sources);
  const closing = async <T>(work: () => Promise<T> | T): Promise<T> => {
    try {
      return await work();
    } finally {
      close();
    }
  };
  try {
    const pending = await storage.write(write);
    return {
      commit: () => closing(() => pending.commit()),
      rollback: () => closing(() => pending.rollback()),
    };
  } catch (error) {
    close();
    throw error;
  }
}

/** The storage without what the service keeps in it. @throws UserError when that is all */
function openGuarded({ driver, target }: OpenedConnection<StorageDriver>): OpenStorage {
  const own = ownBucketOf(process.env);
  checkOwnBucket(target.connection, own);
  const prefix = ownPrefixIn(target.connection, own);
  const open = driver.open(target);
  return prefix === null ? open : withoutOwnObjects(open, prefix);
}

async function openStorage(
  connection: Connection,
  sources: SecretSources,
): Promise<{ readonly storage: ObjectStorage; readonly close: () => void }> {
  const opened = await openConnection(connection, sources, AS_STORAGE);
  const open = await explaining(opened, () => openGuarded(opened));
  return {
    storage: new ObjectStorage(opened, open),
    close: () => {
      open.close();
    },
  };
}
