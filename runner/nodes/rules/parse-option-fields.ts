import { withArticle } from '../../domain/with-article.ts';
import { z } from 'zod';
import { checkParseOption, checkParseOptions } from '../../domain/check-parse-options.ts';
import { encodingMeant } from '../../domain/encoding-spellings.ts';
import { UserError } from '../../domain/errors.ts';
import { FILE_FORMATS, type FileFormat } from '../../domain/file-format.ts';
import type { JsonValue } from '../../domain/json.ts';
import {
  appliesTo,
  helpWithFormats,
  PARSE_OPTION_NAMES,
  PARSE_OPTIONS,
  type ParseOptionForm,
  type ParseOptionName,
} from '../../domain/parse-option-facts.ts';
import { parseOptionValue } from '../../domain/parse-option-text.ts';
import type { ParseOptions } from '../../domain/parse-options.ts';
import type { ConfigWarning } from '../config-warning.ts';
import type { FormField } from '../form.ts';
import { oneOfMessage } from './one-of-message.ts';

/** The config keys of the parse options of a node that reads files. */
export type ParseOptionFields = {
  readonly [Name in ParseOptionName]: FormField<ParseOptions[Name] | undefined>;
};

const TYPES = {
  choice: 'select',
  text: 'string',
  texts: 'string_list',
  names: 'string_list',
  integer: 'integer',
  boolean: 'boolean',
} as const satisfies Readonly<Record<ParseOptionForm['kind'], FormField<unknown>['type']>>;

/** A field for each parse option. Null or an empty text: it is not given. */
export const PARSE_OPTION_FIELDS: ParseOptionFields = {
  delimiter: field('delimiter'),
  encoding: field('encoding'),
  decimal: field('decimal'),
  sheet: field('sheet'),
  records: field('records'),
  null_values: field('null_values'),
  skip_rows: field('skip_rows'),
  has_header: field('has_header'),
  column_names: field('column_names'),
  rows: field('rows'),
  comment: field('comment'),
  quote_char: field('quote_char'),
  escape_char: field('escape_char'),
  skip_initial_space: field('skip_initial_space'),
  dates: field('dates'),
};

function field<Name extends ParseOptionName>(
  name: Name,
): FormField<ParseOptions[Name] | undefined> {
  const { label, form } = PARSE_OPTIONS[name];
  return {
    label,
    type: TYPES[form.kind],
    required: false,
    help: helpWithFormats(name),
    readWhen: ({ format }) => isRead(name, format),
    ...(form.kind === 'choice' ? { options: form.choices } : {}),
    ...(form.kind === 'integer' ? { min: 0, max: form.max } : {}),
    schema: schemaOf(name),
  };
}

function schemaOf<Name extends ParseOptionName>(
  name: Name,
): z.ZodType<ParseOptions[Name] | undefined> {
  const checked = z.unknown().transform((value, context) => {
    try {
      return checkParseOption(
        name,
        typeof value === 'string' ? parseOptionValue(name, value) : value,
      );
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      context.addIssue({ code: 'custom', message: messageOf(name, value, error) });
      return z.NEVER;
    }
  });
  return z.preprocess(
    (value) => (value === null || value === '' ? undefined : value),
    checked.optional(),
  );
}

function messageOf(name: ParseOptionName, value: unknown, error: UserError): string {
  const { form } = PARSE_OPTIONS[name];
  if (form.kind !== 'choice') return error.message;
  const listed = form.choices.map((each) => (each === '\t' ? '"\\t"' : `"${each}"`));
  const meant = name === 'encoding' ? encodingMeant : () => undefined;
  return oneOfMessage({ values: form.choices, listed, meant })({ input: value });
}

/** A delimiter of a TSV file is read to be refused: it is a choice of the wrong format. */
function isRead(name: ParseOptionName, format: unknown): boolean {
  const known = FILE_FORMATS.find((each) => each === format);
  if (known === undefined) return true;
  return appliesTo(name, known) || (name === 'delimiter' && known === 'tsv');
}

/** Warns of the options that a config states and files of its format do not have. */
export function ignoredOptions(
  format: FileFormat,
  given: Readonly<Record<string, JsonValue | undefined>>,
): ConfigWarning[] {
  const isStated = (value: JsonValue | undefined): boolean =>
    value !== undefined && value !== null && value !== '';
  return PARSE_OPTION_NAMES.filter((name) => isStated(given[name]) && !isRead(name, format)).map(
    (field) => ({
      field,
      code: 'ignored_key',
      message: `"${field}" is ignored, since files of the format ${format} do not have it.`,
    }),
  );
}

/** The options that a config states. */
export function statedOptions(config: {
  readonly [Name in ParseOptionName]: ParseOptions[Name] | undefined;
}): ParseOptions {
  return Object.fromEntries(
    PARSE_OPTION_NAMES.flatMap((name): [string, unknown][] => {
      const value = config[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** Why the options of a config do not fit its format or each other: the key, and a clause; null: they do. */
export function optionsProblem(
  format: FileFormat,
  options: ParseOptions,
): { readonly key: ParseOptionName; readonly message: string } | null {
  const useless = PARSE_OPTION_NAMES.find(
    (name) => options[name] !== undefined && !appliesTo(name, format),
  );
  if (useless !== undefined) {
    return { key: useless, message: `does not apply to ${withArticle(format)} file` };
  }
  try {
    checkParseOptions(format, options);
    return null;
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { key: 'quote_char', message: error.message };
  }
}
