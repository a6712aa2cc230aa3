import { z } from 'zod';
import { UserError } from '../../../domain/errors.ts';
import { NO_UNIQUE_KEY } from '../../sql/transactional-write.ts';

/** What the codes of SQLite mean, as the rest of a sentence. */
const REASONS: Readonly<Record<number, string>> = {
  5: 'another program uses the file, and did not finish in time',
  6: 'the table is in use',
  8: 'the file, or its folder, cannot be written',
  13: 'the disk is full',
  14: 'the file cannot be opened',
  25: 'the query has no place for one of its values',
  26: 'the file is no database of SQLite',
};

/** What SQLite cannot compute or accept although the engines can. */
const LIMITS =
  /^(?:integer overflow|too many SQL variables|Expression tree is too large|parser stack overflow)/;

/** Whether an integer left its range, or a statement is larger than SQLite allows. */
export function isSqliteOutOfRange(error: unknown): boolean {
  return LIMITS.test(fields.safeParse(error).data?.message ?? '');
}

/** A column that a statement of the service names, and the table lacks. */
const MISSING_COLUMN =
  /^(?:no such column: "(.+)" - should this be|table .+ has no column named (.+)$)/s;

/** The sentence of a write of rows with a column that the table lacks; null for another error. */
export function missingColumn(error: unknown, table: string): UserError | null {
  const [, inQuery, inInsert] =
    MISSING_COLUMN.exec(fields.safeParse(error).data?.message ?? '') ?? [];
  const column = inQuery ?? inInsert;
  if (column === undefined) return null;
  return new UserError(
    `The table "${table}" has no column "${column}". Add it to the table, drop it from the rows, or replace the table.`,
  );
}

/** The errors of the module have no class of their own. */
const fields = z.object({ errcode: z.number(), message: z.string() });

/** What went wrong, as the rest of a sentence; null for an error of another origin. */
export function describeSqliteError(error: unknown): string | null {
  const { errcode, message } = fields.safeParse(error).data ?? {};
  if (errcode === undefined || message === undefined) return null;
  if (message.includes('ON CONFLICT clause does not match')) return NO_UNIQUE_KEY;
  // The lower byte is the code, the others say more.
  const reason = REASONS[errcode & 0xff];
  return reason === undefined ? message : `${reason} (${message})`;
}
