import { z } from 'zod';
import {
  checkParseOption,
  type CheckedOptions,
} from '../../../runner/domain/check-parse-options.ts';
import { UserError } from '../../../runner/domain/errors.ts';
import {
  helpWithFormats,
  isParseOptionName,
  type ParseOptionName,
} from '../../../runner/domain/parse-option-facts.ts';
import {
  parseOptionCalled,
  parseOptionMeant,
} from '../../../runner/domain/parse-option-spellings.ts';
import { parseOptionValue } from '../../../runner/domain/parse-option-text.ts';
import { MAX_SKIPPED_ROWS } from '../../../runner/domain/parse-options.ts';
import {
  hasOnlyNameCharacters,
  MAX_DATASET_NAME_LENGTH,
} from '../../../runner/domain/dataset-name.ts';
import { ValidationFailedError } from '../../http/errors.ts';
import { parsePart } from '../../http/requests/validation-issues.ts';
import { queryBoolean, queryInteger } from '../../openapi/query-types.ts';
import { answerWarning, type AnswerWarning } from '../../openapi/warnings.ts';
import type { GivenParseOptions } from './parse-options.ts';

/** A text; empty ones count as absent, and the options are checked when the format is known. */
function text(name: ParseOptionName): z.ZodOptional<z.ZodString> {
  return z
    .string()
    .optional()
    .meta({ description: helpWithFormats(name) });
}

/** A text that is checked as the value of an option. An empty one counts as absent. */
function checkedText<Name extends ParseOptionName>(
  name: Name,
): z.ZodType<CheckedOptions[Name] | undefined> {
  return text(name).transform((value, context) => {
    if (value === undefined || value === '') return undefined;
    try {
      return checkParseOption(name, parseOptionValue(name, value));
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      context.addIssue({ code: 'custom', message: `Value error, ${error.message}` });
      return z.NEVER;
    }
  });
}

function flag(name: ParseOptionName): z.ZodType<boolean | undefined> {
  return queryBoolean(
    z
      .boolean()
      .optional()
      .meta({ description: helpWithFormats(name) }),
  );
}

/** Fields that the query may have, too. */
export const DIALECT_FIELDS = {
  delimiter: text('delimiter'),
  encoding: text('encoding'),
  decimal: text('decimal'),
  sheet: text('sheet'),
};

/** A field for each parse option, which no reader may lack. */
const OPTION_FIELDS = {
  ...DIALECT_FIELDS,
  records: checkedText('records'),
  null_values: checkedText('null_values'),
  skip_rows: queryInteger(
    z
      .int()
      .min(0)
      .max(MAX_SKIPPED_ROWS)
      .optional()
      .meta({ description: helpWithFormats('skip_rows') }),
  ),
  has_header: flag('has_header'),
  column_names: checkedText('column_names'),
  rows: checkedText('rows'),
  comment: checkedText('comment'),
  quote_char: checkedText('quote_char'),
  escape_char: checkedText('escape_char'),
  skip_initial_space: flag('skip_initial_space'),
  dates: flag('dates'),
} satisfies Readonly<Record<ParseOptionName, z.ZodType>>;

/** The fields of an upload form besides the file, in any order. */
export const UploadFields = z.object({
  name: z
    .string()
    .trim()
    .min(1)
    .max(MAX_DATASET_NAME_LENGTH)
    .refine(hasOnlyNameCharacters, {
      error: 'Value error, control characters cannot be kept',
    })
    .optional()
    .meta({
      description:
        'The name of the dataset. By default that of the file; a compressed file loses its .gz.',
    }),
  ...OPTION_FIELDS,
});
export type UploadFields = z.output<typeof UploadFields>;

/** What the form and the query of an upload say besides the file. */
export interface ReadUploadFields {
  readonly fields: UploadFields;
  /** The options that are there, also those that say the default or are empty: none of them is kept. */
  readonly named: ReadonlySet<ParseOptionName>;
  readonly warnings: readonly AnswerWarning[];
}

/**
 * Reads the fields of a form. The value of an empty one counts as absent.
 * @param query the fields of the query; the form takes precedence
 * @throws ValidationFailedError with the name of the field
 */
export function readUploadFields(
  form: ReadonlyMap<string, readonly string[]>,
  query: GivenParseOptions,
): ReadUploadFields {
  const given = [...form].filter(([, values]) => values.some((value) => value !== ''));
  const known = given.filter(([name]) => Object.hasOwn(UploadFields.shape, name));
  const input = Object.fromEntries(
    known.map(([name, values]) => [name, values.length === 1 ? values[0] : values]),
  );
  const parsed = parsePart('body', UploadFields, input);
  if (parsed.issues !== null) throw new ValidationFailedError(parsed.issues);
  const fields = parsed.data as UploadFields;
  const present = Object.entries(fields).filter(([, value]) => value !== undefined);
  return {
    fields: { ...query, ...Object.fromEntries(present) } as UploadFields,
    named: new Set([...form.keys(), ...namesOf(query)].filter(isParseOptionName)),
    warnings: given.filter((each) => !known.includes(each)).map(([name]) => unknownField(name)),
  };
}

function namesOf(query: GivenParseOptions): string[] {
  return Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [name]));
}

/** Warns about query fields that only the form supports, or that neither does. @param query the raw query */
export function formFieldsInQuery(query: Readonly<Record<string, unknown>>): AnswerWarning[] {
  const otherNames = Object.keys(query)
    .filter((name) => !Object.hasOwn(UploadFields.shape, name) && query[name] !== '')
    .filter((name) => parseOptionCalled(name) !== undefined)
    .map(unknownField);
  return [...otherNames, ...misplacedFields(query)];
}

function misplacedFields(query: Readonly<Record<string, unknown>>): AnswerWarning[] {
  return Object.keys(UploadFields.shape)
    .filter((name) => !Object.hasOwn(DIALECT_FIELDS, name))
    .filter((name) => Object.hasOwn(query, name) && query[name] !== '')
    .map((field) => {
      const message = `"${field}" in the query was ignored; send it as a field of the form.`;
      return answerWarning('misplaced_field', message, { field });
    });
}

const FILE_FIELD = 'file';
/** Only from the query: the project is resolved before the form is read. */
const PROJECT_FIELD = 'project_id';

function unknownField(name: string): AnswerWarning {
  if (name === FILE_FIELD) {
    const message = 'The field "file" was given as text too; the text was ignored.';
    return answerWarning('misplaced_field', message, { field: name });
  }
  if (name === PROJECT_FIELD) {
    const message = `"${name}" in the form was ignored; send it in the query.`;
    return answerWarning('misplaced_field', message, { field: name });
  }
  const field = name.slice(0, 100);
  const nearest = parseOptionMeant(name, Object.keys(UploadFields.shape));
  const hint = nearest === undefined ? '' : ` Did you mean "${nearest}"?`;
  const message = `The field "${field}" is not known and was ignored.${hint}`;
  return answerWarning('unknown_field', message, { field });
}
