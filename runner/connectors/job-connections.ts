import type { Connection } from '../domain/connection.ts';
import { UserError } from '../domain/errors.ts';
import { checkSource } from './check-source.ts';
import { readSecretSources } from './secrets/read-secret-sources.ts';
import type { SecretSources } from './secrets/resolve-secret.ts';
import type { PendingWrite, SqlRead, SqlWrite, StagedRows } from './sql/sql-driver.ts';
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

  /** Writes the rows of a file, which become visible by `commit`. @throws UserError */
  async write(id: string, write: SqlWrite): Promise<PendingWrite> {
    return await writeRows(this.#find(id), this.#secrets(), write);
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
