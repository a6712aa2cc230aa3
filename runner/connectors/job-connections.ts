import type { Connection } from '../domain/connection.ts';
import { UserError } from '../domain/errors.ts';
import type { SqlSource } from '../domain/sql-source.ts';
import { checkSource } from './check-source.ts';
import { readSecretSources } from './secrets/read-secret-sources.ts';
import type { SecretSources } from './secrets/resolve-secret.ts';
import type { PendingWrite } from './pending-write.ts';
import type { IncrementalRead, ReadWindow } from './sql/incremental.ts';
import type { SqlRead, SqlWrite, StagedRows } from './sql/sql-driver.ts';
import type { TypedQuery } from './sql/typed-query.ts';
import type { ListedObject, ObjectWrite } from './storage/storage-driver.ts';
import {
  downloadObject,
  listObjects,
  objectVersion,
  writeObject,
  type ObjectCopy,
} from './storage/use-storage.ts';
import { withSqlConnection, writeRows } from './use-connection.ts';

/** The connections of a run or preview. A secret is resolved when its connection is used. */
export class JobConnections {
  readonly #connections: ReadonlyMap<string, Connection>;
  readonly #sources: SecretSources | undefined;

  /** @param sources default: those of the environment of this process */
  constructor(connections: readonly Connection[] = [], sources?: SecretSources) {
    this.#connections = new Map(connections.map((connection) => [connection.id, connection]));
    this.#sources = sources;
  }

  /** Reads rows into a file. @throws UserError */
  async read(id: string, read: SqlRead): Promise<StagedRows> {
    const connection = this.#find(id);
    checkSource(connection, read.source);
    return await withSqlConnection(connection, this.#secrets(), (driver, target) =>
      driver.read(target, read),
    );
  }

  /** The source as a query for the compiler of plans; null if its database computes none. @throws UserError */
  async typedQuery(id: string, source: SqlSource): Promise<TypedQuery | null> {
    const connection = this.#find(id);
    checkSource(connection, source);
    return await withSqlConnection(
      connection,
      this.#secrets(),
      async (driver, target) => (await driver.typedQuery?.(target, source)) ?? null,
    );
  }

  /** The rows of a source beyond a watermark. @throws UserError */
  async window(id: string, read: IncrementalRead): Promise<ReadWindow> {
    const connection = this.#find(id);
    checkSource(connection, read.source);
    return await withSqlConnection(connection, this.#secrets(), async (driver, target) => {
      if (driver.window !== undefined) return await driver.window(target, read);
      throw new UserError(
        '"incremental_column": its provider cannot read incrementally. Remove the column to read all rows',
      );
    });
  }

  /** Writes the rows of a file, which become visible by `commit`. @throws UserError */
  async write(id: string, write: SqlWrite): Promise<PendingWrite> {
    return await writeRows(this.#find(id), this.#secrets(), write);
  }

  /** The objects that begin with a text, with versions, by code point. @throws UserError, also for too many */
  async list(id: string, prefix: string): Promise<readonly ListedObject[]> {
    return await listObjects(this.#find(id), this.#secrets(), { prefix, hasVersions: true });
  }

  /** Copies an object to a new local file. @returns its version, see `downloadObject` @throws UserError */
  async download(id: string, copy: ObjectCopy): Promise<string> {
    return await downloadObject(this.#find(id), this.#secrets(), copy);
  }

  /** The version of an object, of which nothing is read. @throws UserError */
  async objectVersion(id: string, path: string): Promise<string> {
    return await objectVersion(this.#find(id), this.#secrets(), path);
  }

  /** Writes a file as an object, which becomes visible by `commit`. @throws UserError */
  async writeObject(id: string, write: ObjectWrite): Promise<PendingWrite> {
    return await writeObject(this.#find(id), this.#secrets(), write);
  }

  #secrets(): SecretSources {
    return this.#sources ?? readSecretSources(process.env);
  }

  #find(id: string): Connection {
    const found = this.#connections.get(id);
    if (found !== undefined) return found;
    throw new UserError(
      `There is no connection ${JSON.stringify(id.slice(0, 100))}. It was deleted, or is on another server: choose another one.`,
    );
  }
}
