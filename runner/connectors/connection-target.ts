import type { Connection } from '../domain/connection.ts';

/** An open connection's facts: the record, and its secret for as long as the work takes. */
export interface ConnectionTarget {
  readonly connection: Connection;
  /** Null: the connection has no secret reference. */
  readonly secret: string | null;
}
