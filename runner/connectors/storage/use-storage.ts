import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { Connection } from '../../domain/connection.ts';
import { UserError } from '../../domain/errors.ts';
import { compareByCodePoint } from '../../engines/pandas/kernels/columns/text-order.ts';
import type { PendingWrite } from '../pending-write.ts';
import type { SecretSources } from '../secrets/resolve-secret.ts';
import {
  explaining,
  explainingWrite,
  openConnection,
  type ConnectionUse,
  type OpenedConnection,
} from '../use-connection.ts';
import { checkObjectPath } from './object-path.ts';
import type { ListedObject, ObjectListing, ObjectWrite, StorageDriver } from './storage-driver.ts';

/** A list has at most so many objects. */
export const MAX_LISTED_OBJECTS = 100_000;

const AS_STORAGE: ConnectionUse<StorageDriver> = {
  what: 'storage',
  driverOf: ({ storage }) => storage,
};

/** Reads something small of a storage. @throws UserError with the connection and the cause */
export async function testStorage(connection: Connection, sources: SecretSources): Promise<void> {
  await withStorage(connection, sources, ({ driver, target }) => driver.test(target));
}

/**
 * The objects of a storage whose paths begin with a text, by code point.
 * @throws UserError, also when there are more than `MAX_LISTED_OBJECTS`
 */
export async function listObjects(
  connection: Connection,
  sources: SecretSources,
  listing: ObjectListing,
): Promise<readonly ListedObject[]> {
  return await withStorage(connection, sources, async ({ driver, target }) => {
    const found: ListedObject[] = [];
    for await (const page of driver.list(target, listing)) {
      found.push(...page);
      if (found.length > MAX_LISTED_OBJECTS) {
        throw new UserError(
          `it has more than ${MAX_LISTED_OBJECTS} objects that begin so. Give a longer prefix`,
        );
      }
    }
    return found.sort((one, other) => compareByCodePoint(one.path, other.path));
  });
}

/** The first bytes of an object. @throws UserError */
export async function readObjectHead(
  connection: Connection,
  sources: SecretSources,
  read: { readonly path: string; readonly maxBytes: number },
): Promise<Buffer> {
  return await withStorage(connection, sources, async ({ driver, target }) => {
    checkObjectPath(read.path);
    const stream = await driver.read(target, read);
    const chunks = (await stream.toArray()) as Uint8Array[];
    return Buffer.concat(chunks).subarray(0, read.maxBytes);
  });
}

/** A copy of an object to a new local file. */
export interface ObjectCopy {
  readonly path: string;
  readonly file: string;
  /** Absent or null: it is asked for. */
  readonly version?: string | null;
  readonly signal?: AbortSignal;
}

/**
 * Copies an object to a new local file.
 * @returns its version before it was copied: if it is replaced meanwhile, a later check finds a change
 * @throws UserError
 */
export async function downloadObject(
  connection: Connection,
  sources: SecretSources,
  { path, file, signal, version: known = null }: ObjectCopy,
): Promise<string> {
  return await withStorage(connection, sources, async ({ driver, target }) => {
    checkObjectPath(path);
    const version = known ?? (await driver.version(target, path));
    signal?.throwIfAborted();
    const stream = await driver.read(target, { path, maxBytes: null });
    const copy = createWriteStream(file, { flags: 'wx' });
    await pipeline(stream, copy, signal === undefined ? {} : { signal });
    return version;
  });
}

/** The version of an object, of which nothing is read. @throws UserError */
export async function objectVersion(
  connection: Connection,
  sources: SecretSources,
  path: string,
): Promise<string> {
  return await withStorage(connection, sources, async ({ driver, target }) => {
    checkObjectPath(path);
    return await driver.version(target, path);
  });
}

/** Writes a local file as an object, which appears by `commit`. @throws UserError, also later */
export async function writeObject(
  connection: Connection,
  sources: SecretSources,
  write: ObjectWrite,
): Promise<PendingWrite> {
  const opened = await openConnection(connection, sources, AS_STORAGE);
  return await explainingWrite(opened, async () => {
    checkObjectPath(write.path);
    return await opened.driver.write(opened.target, write);
  });
}

async function withStorage<T>(
  connection: Connection,
  sources: SecretSources,
  work: (opened: OpenedConnection<StorageDriver>) => Promise<T>,
): Promise<T> {
  const opened = await openConnection(connection, sources, AS_STORAGE);
  return await explaining(opened, () => work(opened));
}
