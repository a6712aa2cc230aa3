import { z } from 'zod';
import { NO_UNIQUE_KEY } from '../../sql/transactional-write.ts';

/** What messages of the library mean, as the rest of a sentence. */
const REASONS: readonly (readonly [message: RegExp, reason: string])[] = [
  [/Could not set lock on file/, 'another program uses the file, and did not finish in time'],
  [/not a valid DuckDB database file/, 'the file is no database of DuckDB'],
  [/not referenced by a UNIQUE\/PRIMARY KEY/, NO_UNIQUE_KEY],
  [/disabled by configuration/, 'a statement can reach only the file of the connection'],
  [/configuration has been locked/, 'a statement cannot change the configuration'],
  [/read-only mode/, 'an input only reads'],
  [/^Out of Memory/, 'the statement needs more memory than the service gives to it'],
];

/** A message of the library begins with the kind of its error. */
const MESSAGE = /^(?:Failed to [a-z ]+: )?((?:[A-Z]\w* )+Error: )([^]*)/;

/** What went wrong, as the rest of a sentence; null for an error of another origin. */
export function describeDuckdbError(error: unknown): string | null {
  const message = messageOf(error);
  if (message === null) return null;
  const [, reason] = REASONS.find(([known]) => known.test(message)) ?? [];
  const [, , text = ''] = MESSAGE.exec(message) ?? [];
  // Then come names of the library's own tables, and the statement again.
  const [first = ''] = text.split(/\nDid you mean|\n\n/, 1);
  const own = first.replaceAll('\n', ' ').trimEnd().replace(/!$/, '');
  return reason === undefined ? own : `${reason} (${own})`;
}

/** Whether another process has opened a file. */
export function isLocked(error: unknown): boolean {
  return messageOf(error)?.includes('Could not set lock on file') === true;
}

/** Whether a number left the range of its type. */
export function isDuckdbOutOfRange(error: unknown): boolean {
  const message = messageOf(error) ?? '';
  return /^(?:Out of Range|Conversion) Error: .*out of range/is.test(message);
}

/** The errors of the library have no class of their own. */
const fields = z.object({ message: z.string().regex(MESSAGE) });

function messageOf(error: unknown): string | null {
  return fields.safeParse(error).data?.message ?? null;
}
