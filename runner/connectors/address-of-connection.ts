import type { ConnectionFields } from '../domain/connection.ts';
import { providerOf } from './providers/index.ts';

/**
 * Where the data of a connection are. Not the account and not how it is reached: accounts and certificates rotate
 * while the data stay.
 */
export interface ConnectionAddress {
  readonly provider: string;
  readonly host: string | null;
  readonly port: number | null;
  readonly database: string | null;
  /** What the provider needs besides, such as a default schema; null: nothing. */
  readonly place: string | null;
}

/** The address of a connection at present. */
export function addressOf(fields: ConnectionFields): ConnectionAddress {
  const { provider, host, port, database } = fields;
  const place = providerOf(provider)?.place?.(fields) ?? null;
  return canonical({ provider, host, port, database, place });
}

/** Whether two addresses name the same data, however they are written. */
export function isSameAddress(a: ConnectionAddress, b: ConnectionAddress): boolean {
  const [one, other] = [canonical(a), canonical(b)];
  return (
    one.provider === other.provider &&
    one.host === other.host &&
    one.port === other.port &&
    one.database === other.database &&
    one.place === other.place
  );
}

/** An address for messages: `PostgreSQL, db.local:5432/shop`. */
export function addressLabel({ provider, host, port, database, place }: ConnectionAddress): string {
  const server = host === null ? null : `${host}${port === null ? '' : `:${port}`}`;
  const parts = [server, database, place].filter((part) => part !== null);
  return [providerOf(provider)?.label ?? provider, parts.join('/')].join(', ');
}

/** The empty port is the default one, and names of hosts have no case. The path of a URL or a socket has. */
function canonical({ host, port, ...rest }: ConnectionAddress): ConnectionAddress {
  return {
    ...rest,
    host: host?.includes('/') === false ? host.toLowerCase() : host,
    port: port ?? providerOf(rest.provider)?.defaultPort ?? null,
  };
}
