import type { Connection } from '../domain/connection.ts';
import { connectionLabel } from './connection-address.ts';
import { providerOf } from './providers/index.ts';

/** What a node uses a connection as. An API whose pages are tables counts as a database. */
export type ConnectionUseName = 'database' | 'storage';

/** Why a node cannot use a connection, by the provider alone; null: it can. */
export function unusableConnection(connection: Connection, what: ConnectionUseName): string | null {
  const provider = providerOf(connection.provider);
  if (provider === undefined) return null;
  const driver = what === 'database' ? provider.sql : provider.storage;
  return driver === undefined
    ? cannotBeUsed(connectionLabel(connection, provider.label), what)
    : null;
}

/** @param label the connection as `connectionLabel` shows it */
export function cannotBeUsed(label: string, what: ConnectionUseName): string {
  return `The connection ${label} is no ${what} that this release can use. Choose another connection.`;
}
