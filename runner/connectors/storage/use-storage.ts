import type { Connection } from '../../domain/connection.ts';
import type { PendingWrite } from '../pending-write.ts';
import type { SecretSources } from '../secrets/resolve-secret.ts';
import { explaining, openConnection, type ConnectionUse } from '../use-connection.ts';
import { ObjectStorage } from './object-storage.ts';
import type { ObjectWrite, StorageDriver } from './storage-driver.ts';

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

async function openStorage(
  connection: Connection,
  sources: SecretSources,
): Promise<{ readonly storage: ObjectStorage; readonly close: () => void }> {
  const opened = await openConnection(connection, sources, AS_STORAGE);
  const open = await explaining(opened, () => opened.driver.open(opened.target));
  return {
    storage: new ObjectStorage(opened, open),
    close: () => {
      open.close();
    },
  };
}
