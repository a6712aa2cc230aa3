import type { Connection } from '../../domain/connection.ts';
import { UserError } from '../../domain/errors.ts';
import type { DiscoveredSource } from '../../plan/operators/database.ts';
import {
  foundSource,
  notExported,
  usedConnection,
  type KnownConnections,
} from '../used-connection.ts';
import type { DatabaseRead } from './database-input.ts';
import type { DatabaseWrite } from './database-write.ts';
import { databaseOf, scriptDatabaseOf, type ScriptDatabase } from './script-databases.ts';

/** The rows that an input node reads in a script. @throws UserError with why a script cannot read them */
export function plannedRead(
  nodeId: string,
  { connectionId, source, incrementalColumn }: DiscoveredSource,
  known: KnownConnections,
): DatabaseRead {
  const { connection } = usedDatabase(connectionId, known);
  if (incrementalColumn !== undefined) {
    throw new UserError(
      'It reads only rows beyond a watermark, which the service keeps. Empty "incremental_column" to export the flow.',
    );
  }
  const { columns } = foundSource(nodeId, known);
  return { connection, source, columns };
}

/** The connection of an output node. @throws UserError with why a script cannot write to it */
export function writableConnection(id: string, known: KnownConnections): Connection {
  return usedDatabase(id, known).connection;
}

/** The packages that a script needs for connections. */
export function databasePackages(connections: readonly Connection[]): readonly string[] {
  const packages = connections.flatMap((connection) => {
    if (connection.provider === 'local') return [];
    const database = databaseOf(connection);
    if (database.library === 'duckdb') return ['duckdb'];
    const { driver } = database;
    return ['sqlalchemy 2 or newer', ...(driver === null ? [] : [driver])];
  });
  return [...new Set(packages)];
}

/** The further packages with which a script of polars writes tables. */
export function polarsPackages(
  writes: readonly Pick<DatabaseWrite, 'connection'>[],
): readonly string[] {
  const isDuckdb = writes.some(({ connection }) => connection.provider === 'duckdb');
  return isDuckdb ? ['pyarrow'] : [];
}

function usedDatabase(
  id: string,
  known: KnownConnections,
): { readonly connection: Connection; readonly database: ScriptDatabase } {
  const connection = usedConnection(id, known);
  const database = scriptDatabaseOf(connection.provider);
  if (database === undefined) throw notExported(connection);
  return { connection, database };
}
