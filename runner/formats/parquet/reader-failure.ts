/** The output of a failed reader, and the signal that ended its process, if any. */
export interface ReaderFailure {
  readonly output: string;
  readonly signal?: NodeJS.Signals | null;
}

export const DAMAGED = 'its content is damaged, or it ends early';

/**
 * Explains why a file could not be read, as part of a sentence: lack of memory, or
 * what the library does not read.
 * @returns null when only a damaged file explains the failure
 */
export function readerFailureReason({ output, signal }: ReaderFailure): string | null {
  if (signal === 'SIGKILL') return 'its reader was killed, probably for lack of memory';
  if (/memory allocation of \d+ bytes failed|out of memory/i.test(output)) {
    return 'it takes more memory than there is, or its content is damaged';
  }
  if (output.includes('delta dictionary batches')) {
    return 'a batch adds values to a dictionary of an earlier one. Write it with whole dictionaries, or as Parquet';
  }
  return null;
}
