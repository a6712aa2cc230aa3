import type { Connection } from '../domain/connection.ts';

/** The name of a connection and what it points at, for messages: `"Shop" (PostgreSQL, db.local:5432/shop)`. */
export function connectionLabel({ name, host, port, database }: Connection, label: string): string {
  const server = host === null ? '' : `${host}${port === null ? '' : `:${port}`}`;
  const place = [server, database ?? ''].filter((part) => part !== '').join('/');
  return `"${name}" (${[label, place].filter((part) => part !== '').join(', ')})`;
}
