import type { Connection } from '../../domain/connection.ts';
import { UserError } from '../../domain/errors.ts';
import type { TableName } from '../../domain/sql-source.ts';

/** By the connection of a job, which no other job has. */
const WRITTEN = new WeakMap<Connection, Set<string>>();

/**
 * Claims a table for one output of a run, on a database where each output has a transaction of its own: a second
 * one would wait for the first, which waits for all outputs of the run.
 * @param quoted the table in messages
 * @returns gives the table up
 * @throws UserError when another output of the run writes the table
 */
export function claimForOutput(
  connection: Connection,
  { schema, table }: TableName,
  quoted: string,
): () => void {
  const written = WRITTEN.get(connection) ?? new Set();
  WRITTEN.set(connection, written);
  const name = JSON.stringify([schema, table]);
  if (written.has(name)) {
    throw new UserError(
      `Another output of this run writes the table ${quoted}. Stack the rows by concatRows, and write them by one output.`,
    );
  }
  written.add(name);
  return () => {
    written.delete(name);
  };
}
