import {
  addressOf,
  isSameAddress,
  type ConnectionAddress,
} from '../../../runner/connectors/address-of-connection.ts';
import type { Connection } from '../../../runner/domain/connection.ts';

/** The addresses of the connections that a run uses, by id. */
export type ConnectionAddresses = Readonly<Record<string, ConnectionAddress>>;

/** The addresses of connections at present. */
export function addressesOf(connections: readonly Connection[]): ConnectionAddresses {
  return Object.fromEntries(
    connections.map((connection) => [connection.id, addressOf(connection)]),
  );
}

/** Whether connections are still where a run used them; another run uses these and no others. */
export function areWhereUsed(
  connections: readonly Connection[],
  used: ConnectionAddresses,
): boolean {
  return (
    connections.length === Object.keys(used).length && movedConnection(connections, used) === null
  );
}

/** The first connection that is no longer where a run used it, or that it did not use; null: there is none. */
export function movedConnection(
  connections: readonly Connection[],
  used: ConnectionAddresses,
): Connection | null {
  const isMoved = (connection: Connection): boolean => {
    const before = used[connection.id];
    return before === undefined || !isSameAddress(before, addressOf(connection));
  };
  return connections.find(isMoved) ?? null;
}
