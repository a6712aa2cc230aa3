import type { Connection } from '../domain/connection.ts';
import { UserError } from '../domain/errors.ts';
import type { SqlSource } from '../domain/sql-source.ts';
import { checkSource } from './check-source.ts';
import type { ConnectionTarget } from './connection-target.ts';
import { providerOf } from './providers/index.ts';
import { readSecretSources } from './secrets/read-secret-sources.ts';
import type { SecretSources } from './secrets/resolve-secret.ts';
import type { PendingWrite } from './pending-write.ts';
import type { IncrementalRead, ReadWindow } from './sql/incremental.ts';
import { explainingQuery } from './sql/query-mistake.ts';
import type { SqlDriver, SqlRead, SqlWrite, StagedRows } from './sql/sql-driver.ts';
import type { TypedQuery } from './sql/typed-query.ts';
import type { ObjectStorage } from './storage/object-storage.ts';
import type { ObjectWrite } from './storage/storage-driver.ts';
import { useStorage, writeObject } from './storage/use-storage.ts';
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

  /** The name of a connection. @throws UserError when there is none with the id */
  nameOf(id: string): string {
    return this.#find(id).name;
  }

  /** The provider of a connection; null without one with the id. */
  providerOf(id: string): string | null {
    return this.#connections.get(id)?.provider ?? null;
  }

  /** Reads rows into a file. @throws UserError */
  async read(id: string, read: SqlRead): Promise<StagedRows> {
    const connection = this.#find(id);
    checkSource(connection, read.source);
    return await this.#withSource(connection, read.source, (driver, target) =>
      driver.read(target, read),
    );
  }

  /** The source as a query for the compiler of plans; null if its database computes none. @throws UserError */
  async typedQuery(id: string, source: SqlSource): Promise<TypedQuery | null> {
    const connection = this.#find(id);
    checkSource(connection, source);
    return await this.#withSource(
      connection,
      source,
      async (driver, target) => (await driver.typedQuery?.(target, source)) ?? null,
    );
  }

  /** The rows of a source beyond a watermark. @throws UserError */
  async window(id: string, read: IncrementalRead): Promise<ReadWindow> {
    const connection = this.#find(id);
    checkSource(connection, read.source);
    return await this.#withSource(connection, read.source, async (driver, target) => {
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

  /** Uses a storage, with one client for all that the work does. @throws UserError, see `useStorage` */
  async storage<T>(id: string, work: (storage: ObjectStorage) => Promise<T>): Promise<T> {
    return await useStorage(this.#find(id), this.#secrets(), work);
  }

  /** Writes a file as an object, which becomes visible by `commit`. @throws UserError */
  async writeObject(id: string, write: ObjectWrite): Promise<PendingWrite> {
    return await writeObject(this.#find(id), this.#secrets(), write);
  }

  /** The paths of a service are no SQL. */
  async #withSource<T>(
    connection: Connection,
    source: SqlSource,
    work: (driver: SqlDriver, target: ConnectionTarget) => Promise<T>,
  ): Promise<T> {
    const use = (): Promise<T> => withSqlConnection(connection, this.#secrets(), work);
    const isDatabase = providerOf(connection.provider)?.kind === 'sql';
    return isDatabase ? await explainingQuery(source, use) : await use();
  }

  #secrets(): SecretSources {
    return this.#sources ?? readSecretSources(process.env);
  }

  #find(id: string): Connection {
    const found = this.#connections.get(id);
    if (found !== undefined) return found;
    throw new UserError(
      `There is no connection with the id ${JSON.stringify(id.slice(0, 100))}. It was deleted, or is on another server, or this is its name: choose another one.`,
    );
  }
}
