import type { Connection } from '../domain/connection.ts';
import { UserError } from '../domain/errors.ts';
import type { SqlSource } from '../domain/sql-source.ts';
import type { ConnectionTarget } from './connection-target.ts';
import type { SecretSources } from './secrets/resolve-secret.ts';
import type { PendingWrite } from './pending-write.ts';
import type { IncrementalRead, ReadWindow } from './sql/incremental.ts';
import type { SqlDriver, SqlRead, SqlWrite, StagedRows } from './sql/sql-driver.ts';
import type { TypedQuery } from './sql/typed-query.ts';
import type { ObjectStorage } from './storage/object-storage.ts';
import type { ObjectWrite } from './storage/storage-driver.ts';

/**
 * The connections of a run or preview. A secret is resolved when its connection is used, and the code of the
 * providers is loaded then: most jobs use none.
 */
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
    return await this.#withSource(id, read.source, (driver, target) => driver.read(target, read));
  }

  /** The source as a query for the compiler of plans; null if its database computes none. @throws UserError */
  async typedQuery(id: string, source: SqlSource): Promise<TypedQuery | null> {
    return await this.#withSource(
      id,
      source,
      async (driver, target) => (await driver.typedQuery?.(target, source)) ?? null,
    );
  }

  /** The rows of a source beyond a watermark. @throws UserError */
  async window(id: string, read: IncrementalRead): Promise<ReadWindow> {
    return await this.#withSource(id, read.source, async (driver, target) => {
      if (driver.window !== undefined) return await driver.window(target, read);
      throw new UserError(
        '"incremental_column": its provider cannot read incrementally. Remove the column to read all rows',
      );
    });
  }

  /** Writes the rows of a file, which become visible by `commit`. @throws UserError */
  async write(id: string, write: SqlWrite): Promise<PendingWrite> {
    const connection = this.#find(id);
    const { writeRows } = await import('./use-connection.ts');
    return await writeRows(connection, await this.#secrets(), write);
  }

  /** Uses a storage, with one client for all that the work does. @throws UserError, see `useStorage` */
  async storage<T>(id: string, work: (storage: ObjectStorage) => Promise<T>): Promise<T> {
    const connection = this.#find(id);
    const { useStorage } = await import('./storage/use-storage.ts');
    return await useStorage(connection, await this.#secrets(), work);
  }

  /** Writes a file as an object, which becomes visible by `commit`. @throws UserError */
  async writeObject(id: string, write: ObjectWrite): Promise<PendingWrite> {
    const connection = this.#find(id);
    const { writeObject } = await import('./storage/use-storage.ts');
    return await writeObject(connection, await this.#secrets(), write);
  }

  async #withSource<T>(
    id: string,
    source: SqlSource,
    work: (driver: SqlDriver, target: ConnectionTarget) => Promise<T>,
  ): Promise<T> {
    const connection = this.#find(id);
    const { useSource } = await import('./use-source.ts');
    return await useSource(connection, await this.#secrets(), source, work);
  }

  async #secrets(): Promise<SecretSources> {
    if (this.#sources !== undefined) return this.#sources;
    const { readSecretSources } = await import('./secrets/read-secret-sources.ts');
    return readSecretSources(process.env);
  }

  #find(id: string): Connection {
    const found = this.#connections.get(id);
    if (found !== undefined) return found;
    throw new UserError(
      `There is no connection with the id ${JSON.stringify(id.slice(0, 100))}. It was deleted, or is on another server, or this is its name: choose another one.`,
    );
  }
}
