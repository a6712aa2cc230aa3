import { z } from 'zod';
import { NO_UNIQUE_KEY } from '../../sql/transactional-write.ts';

/** What the codes of SQLite mean, as the rest of a sentence. */
const REASONS: Readonly<Record<number, string>> = {
  5: 'another program uses the file, and did not finish in time',
  6: 'the table is in use',
  8: 'the file, or its folder, cannot be written',
  13: 'the disk is full',
  14: 'the file cannot be opened',
  26: 'the file is no database of SQLite',
};

/** What SQLite cannot compute or accept although the engines can. */
const LIMITS =
  /^(?:integer overflow|too many SQL variables|Expression tree is too large|parser stack overflow)/;

/** Whether an integer left its range, or a statement is larger than SQLite allows. */
export function isSqliteOutOfRange(error: unknown): boolean {
  return LIMITS.test(fields.safeParse(error).data?.message ?? '');
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
