import type { ColumnSchema } from '../domain/column.ts';
import { UserError } from '../domain/errors.ts';

/** How many columns a node may make unless SERVICE_MAX_NEW_COLUMNS says otherwise. */
export const DEFAULT_MAX_NEW_COLUMNS = 10_000;

/** How many columns a node may make. @param env usually `process.env` */
export function maxNewColumns(env: Readonly<Record<string, string | undefined>>): number {
  return Number(env.SERVICE_MAX_NEW_COLUMNS ?? DEFAULT_MAX_NEW_COLUMNS);
}

/**
 * Refuses a node that makes so many columns that planning and writing them would take the service minutes.
 * @param columns those of its result
 * @param inputs what it reads; a column of the same name is none that it makes
 * @throws UserError with both numbers
 */
export function checkNewColumns(
  columns: readonly ColumnSchema[],
  inputs: readonly { readonly columns: readonly ColumnSchema[] }[],
  max: number,
): void {
  if (columns.length <= max) return;
  const before = new Set(inputs.flatMap((input) => input.columns.map(({ name }) => name)));
  const made = columns.filter(({ name }) => !before.has(name)).length;
  if (made <= max) return;
  throw new UserError(
    `The node makes ${made} columns, and at most ${max} are allowed. Make fewer, or raise SERVICE_MAX_NEW_COLUMNS.`,
  );
}
