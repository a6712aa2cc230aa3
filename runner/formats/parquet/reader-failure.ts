/** What the library wrote when it failed, and the signal that ended its process, if one did. */
export interface ReaderEnd {
  /** Of Parquet the library's own words name what is not supported. */
  readonly isArrow: boolean;
  readonly said: string;
  readonly signal?: NodeJS.Signals | null;
}

export const DAMAGED = 'its content is damaged, or it ends early';

const EXTENSION = /ExtensionType \{ name: \\*"([^"\\]{1,100})/;
const NO_SERIES = /(?:cannot create series from|Arrow datatype) (\w{1,100})/;
/** Texts of the library by the type that they are about. */
const SAID_OF_TYPE: readonly (readonly [RegExp, string])[] = [
  [/month_day_nano_interval/, 'month_day_nano_interval'],
  [/Int256|\*precision <= 38/, 'decimal256'],
  [/not yet implemented/, 'list_view, run_end_encoded or another rare one'],
];

/**
 * Why a file could not be read, as part of a sentence: a type that the library does not know, too
 * little memory, or damage.
 * @returns null when nothing but damage would explain it
 */
export function readerFault({ isArrow, said, signal }: ReaderEnd): string | null {
  if (signal === 'SIGKILL') return 'its reader was killed, probably for lack of memory';
  if (/memory allocation of \d+ bytes failed|out of memory/i.test(said)) {
    return 'it takes more memory than there is, or its content is damaged';
  }
  const type = isArrow ? unknownType(said) : undefined;
  if (type === undefined) return null;
  return `it has a column of the type ${type}, which is not supported: leave the column out, or write it as another type`;
}

function unknownType(said: string): string | undefined {
  return (
    EXTENSION.exec(said)?.[1] ??
    NO_SERIES.exec(said)?.[1]?.toLowerCase() ??
    SAID_OF_TYPE.find(([pattern]) => pattern.test(said))?.[1]
  );
}
