import { providerOf } from '../connectors/providers/index.ts';
import type { Connection } from '../domain/connection.ts';
import { UserError } from '../domain/errors.ts';
import type { ExportRequest, FoundSource } from './export-request.ts';

/** What a script knows of connections. */
export type KnownConnections = Pick<ExportRequest, 'connections' | 'found'>;

/** The connection of a node. @throws UserError when it is unknown */
export function usedConnection(id: string, { connections = [] }: KnownConnections): Connection {
  const connection = connections.find((each) => each.id === id);
  if (connection !== undefined) return connection;
  throw new UserError('Its connection is unknown.');
}

/** Why a script cannot use a connection. */
export function notExported(connection: Connection): UserError {
  return new UserError(
    `Exported Python does not use ${labelOf(connection)} yet. Use a dataset or a file to export the flow.`,
  );
}

/** The name of a provider for people. */
export function labelOf({ provider }: Connection): string {
  return providerOf(provider)?.label ?? provider;
}

/** What the latest run found for an input node. @throws UserError when there is no such run */
export function foundSource(nodeId: string, { found }: KnownConnections): FoundSource {
  const source = found?.get(nodeId);
  if (source !== undefined) return source;
  throw new UserError(
    'Its columns are known only when it runs, so no Python can follow it. Run the flow as it is to export it.',
  );
}
