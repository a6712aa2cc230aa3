import { providerOf } from '../../connectors/providers/index.ts';
import type { Connection } from '../../domain/connection.ts';
import { UserError } from '../../domain/errors.ts';
import type { DiscoveredSource } from '../../plan/operators/database.ts';
import type { ExportRequest } from '../export-request.ts';
import type { DatabaseRead } from './database-input.ts';
import type { DatabaseWrite } from './database-output.ts';
import { databaseOf, scriptDatabaseOf, type ScriptDatabase } from './script-databases.ts';

type Request = Pick<ExportRequest, 'connections' | 'foundColumns'>;

/** The rows that an input node reads in a script. @throws UserError with why a script cannot read them */
export function plannedRead(
  nodeId: string,
  { connectionId, source, incrementalColumn }: DiscoveredSource,
  request: Request,
): DatabaseRead {
  const { connection } = usedDatabase(connectionId, request);
  if (incrementalColumn !== undefined) {
    throw new UserError(
      'It reads only rows beyond a watermark, which the service keeps. Empty "incremental_column" to export the flow.',
    );
  }
  const columns = request.foundColumns?.get(nodeId);
  if (columns === undefined) {
    throw new UserError(
      'Its columns are known only when it runs, so no Python can follow it. Run the flow as it is to export it.',
    );
  }
  return { connection, source, columns };
}

/** The connection of an output node. @throws UserError with why a script cannot write to it */
export function writableConnection(id: string, request: Request): Connection {
  const { connection, database } = usedDatabase(id, request);
  if (database.library === 'sqlalchemy' && database.types === null) {
    throw new UserError(
      `${labelOf(connection)} commits a new table at once, so a script could leave half of one. Write a file to export the flow.`,
    );
  }
  return connection;
}

/** The packages that a script needs for connections. */
export function databasePackages(connections: readonly Connection[]): readonly string[] {
  const packages = connections.flatMap((connection) => {
    const database = databaseOf(connection);
    if (database.library === 'duckdb') return ['duckdb'];
    const { driver } = database;
    return ['sqlalchemy 2 or newer', ...(driver === null ? [] : [driver])];
  });
  return [...new Set(packages)];
}

/** The further packages with which a script of polars writes tables. */
export function polarsPackages(writes: readonly DatabaseWrite[]): readonly string[] {
  const isDuckdb = writes.some(({ connection }) => databaseOf(connection).library === 'duckdb');
  return isDuckdb ? ['pyarrow'] : [];
}

function usedDatabase(
  id: string,
  { connections = [] }: Request,
): { readonly connection: Connection; readonly database: ScriptDatabase } {
  const connection = connections.find((each) => each.id === id);
  if (connection === undefined) throw new UserError('Its connection is unknown.');
  const database = scriptDatabaseOf(connection.provider);
  if (database === undefined) {
    throw new UserError(
      `Exported Python does not use ${labelOf(connection)} yet. Use a dataset or a file to export the flow.`,
    );
  }
  return { connection, database };
}

function labelOf({ provider }: Connection): string {
  return providerOf(provider)?.label ?? provider;
}
