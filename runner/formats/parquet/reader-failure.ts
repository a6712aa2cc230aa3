/** The output of a failed reader, and the signal that ended its process, if any. */
export interface ReaderFailure {
  /** For Parquet the library's message already names what is not supported. */
  readonly isArrow: boolean;
  readonly output: string;
  readonly signal?: NodeJS.Signals | null;
}

export const DAMAGED = 'its content is damaged, or it ends early';

const EXTENSION = /ExtensionType \{ name: \\*"([^"\\]{1,100})/;
const NO_SERIES = /(?:cannot create series from|Arrow datatype) (\w{1,100})/;
/** Messages of the library and the type that each is about. */
const MESSAGES_BY_TYPE: readonly (readonly [RegExp, string])[] = [
  [/month_day_nano_interval/, 'month_day_nano_interval'],
  [/Int256|\*precision <= 38/, 'decimal256'],
  [/not yet implemented/, 'list_view, run_end_encoded or another rare one'],
];

/**
 * Explains why a file could not be read, as part of a sentence: an unsupported type or lack of memory.
 * @returns null when only a damaged file explains the failure
 */
export function readerFailureReason({ isArrow, output, signal }: ReaderFailure): string | null {
  if (signal === 'SIGKILL') return 'its reader was killed, probably for lack of memory';
  if (/memory allocation of \d+ bytes failed|out of memory/i.test(output)) {
    return 'it takes more memory than there is, or its content is damaged';
  }
  const type = isArrow ? unsupportedType(output) : undefined;
  if (type === undefined) return null;
  return `it has a column of the type ${type}, which is not supported: leave the column out, or write it as another type`;
}

function unsupportedType(output: string): string | undefined {
  return (
    EXTENSION.exec(output)?.[1] ??
    NO_SERIES.exec(output)?.[1]?.toLowerCase() ??
    MESSAGES_BY_TYPE.find(([pattern]) => pattern.test(output))?.[1]
  );
}
