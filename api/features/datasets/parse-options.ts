import type { FileFormat } from '../../../runner/domain/file-format.ts';
import {
  DECIMALS,
  DELIMITERS,
  ENCODINGS,
  MAX_SHEET_NAME,
  PARSE_OPTIONS_OF,
  type ParseOptions,
} from '../../../runner/domain/parse-options.ts';
import { badRequest } from '../../http/errors.ts';

/** How the caller says the file is to be read; what is absent or empty is detected. */
export interface GivenParseOptions {
  readonly delimiter?: string | undefined;
  readonly encoding?: string | undefined;
  readonly decimal?: string | undefined;
  readonly sheet?: string | undefined;
}

type OptionName = keyof GivenParseOptions;

/**
 * Checks the options against the kind of file.
 * @throws ApiError 400 naming the option that does not apply or has a wrong value
 */
export function readParseOptions(format: FileFormat, given: GivenParseOptions): ParseOptions {
  const entries = Object.entries(given) as [OptionName, string | undefined][];
  const named = entries.filter((entry): entry is [OptionName, string] => Boolean(entry[1]));
  for (const [name] of named) {
    if (!PARSE_OPTIONS_OF[format].includes(name)) {
      const allowed = PARSE_OPTIONS_OF[format].join(', ');
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
