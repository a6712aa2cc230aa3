import { UserError } from './errors.ts';
import type { FileFormat } from './file-format.ts';
import {
  DECIMALS,
  DELIMITERS,
  ENCODINGS,
  MAX_SHEET_NAME,
  PARSE_OPTIONS_OF,
  type Decimal,
  type Delimiter,
  type Encoding,
  type ParseOptions,
} from './parse-options.ts';

/** Parse options whose values are known to be allowed. */
export interface CheckedOptions {
  readonly delimiter?: Delimiter;
  readonly encoding?: Encoding;
  readonly decimal?: Decimal;
  readonly sheet?: string;
}

const OPTION_NAMES = ['delimiter', 'encoding', 'decimal', 'sheet'] as const;

/** @throws UserError when an option does not go with the format, or its value is not one of those allowed */
export function checkParseOptions(format: FileFormat, options: ParseOptions): CheckedOptions {
  for (const name of OPTION_NAMES) {
    if (options[name] !== undefined && !PARSE_OPTIONS_OF[format].includes(name)) {
      throw new UserError(`The option ${name} does not apply to a ${format} file.`);
    }
  }
  const delimiter = options.delimiter === '\\t' ? '\t' : options.delimiter;
  const checked = {
    delimiter: choice('delimiter', delimiter, DELIMITERS),
    encoding: choice('encoding', options.encoding, ENCODINGS),
    decimal: choice('decimal', options.decimal, DECIMALS),
    sheet: checkSheet(options.sheet),
  };
  if (checked.decimal === ',' && checked.delimiter === ',') {
    throw new UserError('A comma cannot be both the delimiter and the decimal mark.');
  }
  return withoutUndefined(checked);
}

type Optional<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

function withoutUndefined<T extends object>(options: T): Optional<T> {
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as Optional<T>;
}

function choice<T extends string>(
  name: string,
  value: string | undefined,
  allowed: readonly T[],
): T | undefined {
  if (value === undefined) return undefined;
  const found = allowed.find((each) => each === value);
  if (found !== undefined) return found;
  const list = allowed.map((each) => (each === '\t' ? '"\\t"' : `"${each}"`)).join(', ');
  throw new UserError(`The ${name} "${value}" is not one of ${list}.`);
}

function checkSheet(sheet: string | number | undefined): string | undefined {
  if (sheet === undefined) return undefined;
  const name = String(sheet);
  if (name.length > 0 && name.length <= MAX_SHEET_NAME) return name;
  throw new UserError(`A sheet is named by 1 to ${MAX_SHEET_NAME} characters.`);
}
