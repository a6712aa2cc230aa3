import type { ParseOptions } from '../../../runner/domain/dataset.ts';
import type { FileFormat } from '../../../runner/domain/file-format.ts';
import { badRequest } from '../../http/errors.ts';

/** How the caller says the file is to be read; what is absent or empty is detected. */
export interface GivenParseOptions {
  readonly delimiter?: string | undefined;
  readonly encoding?: string | undefined;
  readonly decimal?: string | undefined;
  readonly sheet?: string | undefined;
}

export const DELIMITERS = [',', ';', '\t', '|'] as const;
export const ENCODINGS = [
  'utf-8',
  'utf-8-sig',
  'latin-1',
  'cp1252',
  'utf-16',
  'utf-16-le',
  'utf-16-be',
] as const;
export const DECIMALS = ['.', ','] as const;
export const MAX_SHEET_NAME = 128;

type OptionName = keyof GivenParseOptions;

const ALLOWED: Readonly<Record<FileFormat, readonly OptionName[]>> = {
  csv: ['delimiter', 'encoding', 'decimal'],
  tsv: ['encoding', 'decimal'],
  excel: ['sheet'],
  parquet: [],
  json: [],
  jsonl: [],
  text: [],
};

/**
 * Checks the options against the kind of file.
 * @throws ApiError 400 naming the option that does not apply or has a wrong value
 */
export function readParseOptions(format: FileFormat, given: GivenParseOptions): ParseOptions {
  const entries = Object.entries(given) as [OptionName, string | undefined][];
  const named = entries.filter((entry): entry is [OptionName, string] => Boolean(entry[1]));
  for (const [name] of named) {
    if (!ALLOWED[format].includes(name)) {
      const allowed = ALLOWED[format].join(', ');
      throw badRequest(
        `A ${format} file takes no ${name}${allowed === '' ? '' : `, only ${allowed}`}`,
      );
    }
  }
  const options = Object.fromEntries(named.map(([name, value]) => [name, READERS[name](value)]));
  if (options.delimiter === ',' && options.decimal === ',') {
    throw badRequest('The delimiter and the decimal mark cannot both be a comma');
  }
  return options;
}

const READERS: Readonly<Record<OptionName, (value: string) => string>> = {
  delimiter: (value) => oneOf('delimiter', value === String.raw`\t` ? '\t' : value, DELIMITERS),
  encoding: (value) => oneOf('encoding', value.trim().toLowerCase(), ENCODINGS),
  decimal: (value) => oneOf('decimal', value, DECIMALS),
  sheet: (value) => {
    if (value.length <= MAX_SHEET_NAME) return value;
    throw badRequest(`The sheet's name is longer than ${MAX_SHEET_NAME} characters`);
  },
};

function oneOf(name: OptionName, value: string, allowed: readonly string[]): string {
  if (allowed.includes(value)) return value;
  const shown = allowed.map((item) => (item === '\t' ? String.raw`\t` : item)).join(' ');
  throw badRequest(`The ${name} must be one of: ${shown}`);
}
