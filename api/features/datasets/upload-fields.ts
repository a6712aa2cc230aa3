import { z } from 'zod';
import {
  COMMENT_CHARACTER,
  MAX_NULL_VALUE_LENGTH,
  MAX_NULL_VALUES,
  MAX_SKIPPED_ROWS,
} from '../../../runner/domain/parse-options.ts';
import {
  hasOnlyNameCharacters,
  MAX_DATASET_NAME_LENGTH,
} from '../../../runner/domain/dataset-name.ts';
import { nearestName } from '../../../runner/domain/nearest-name.ts';
import { ValidationFailedError } from '../../http/errors.ts';
import { parsePart } from '../../http/requests/validation-issues.ts';
import { queryBoolean, queryInteger } from '../../openapi/query-types.ts';
import { answerWarning, type AnswerWarning } from '../../openapi/warnings.ts';
import type { GivenParseOptions } from './parse-options.ts';

const text = (description: string): z.ZodOptional<z.ZodString> =>
  z.string().optional().meta({ description });

/** Fields that the query may have, too. */
export const DIALECT_FIELDS = {
  delimiter: text('csv: one of , ; \\t |'),
  encoding: text('csv, tsv: e.g. utf-8, latin-1, cp1252, utf-16.'),
  decimal: text('csv, tsv: the mark before the fraction, . or ,'),
  sheet: text('excel: name or 0-based number of the sheet.'),
};

function nullValues(value: string, context: z.RefinementCtx): string[] {
  const texts = value.split(',').map((each) => each.trim());
  if (texts.length > MAX_NULL_VALUES || texts.some((each) => each.length > MAX_NULL_VALUE_LENGTH)) {
    context.addIssue({
      code: 'custom',
      message: `Value error, at most ${MAX_NULL_VALUES} texts of at most ${MAX_NULL_VALUE_LENGTH} characters`,
    });
    return z.NEVER;
  }
  return texts;
}

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
  ...DIALECT_FIELDS,
  null_values: text(
    'csv, tsv, excel: texts that stand for null besides the empty one, with commas between them, e.g. NA,n/a,-',
  ).transform((value, context) => (value === undefined ? undefined : nullValues(value, context))),
  skip_rows: queryInteger(
    z.int().min(0).max(MAX_SKIPPED_ROWS).optional().meta({
      description: 'csv, tsv, excel: how many lines above the header are left out. Default: 0.',
    }),
  ),
  has_header: queryBoolean(
    z.boolean().optional().meta({
      description:
        'csv, tsv, excel: false when the first line is a row already; the columns are column_1, column_2, … then. Default: true.',
    }),
  ),
  comment: z
    .string()
    .refine((comment) => comment === '' || COMMENT_CHARACTER.test(comment), {
      error: 'Value error, one character that begins no cell is expected, such as # or %',
    })
    .optional()
    .meta({
      description: 'csv, tsv: lines that begin with this character are left out, e.g. #',
    }),
  dates: queryBoolean(
    z.boolean().optional().meta({
      description:
        'csv, tsv, json, jsonl: whether text columns whose every value is an ISO 8601 date become datetimes, in UTC. Default: false, they stay text.',
    }),
  ),
});
export type UploadFields = z.output<typeof UploadFields>;

/**
 * Reads the fields of a form. An empty one counts as absent.
 * @param query the fields of the query; the form takes precedence
 * @throws ValidationFailedError with the name of the field
 */
export function readUploadFields(
  form: ReadonlyMap<string, readonly string[]>,
  query: GivenParseOptions,
): { readonly fields: UploadFields; readonly warnings: readonly AnswerWarning[] } {
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
    warnings: given.filter((each) => !known.includes(each)).map(([name]) => unknownField(name)),
  };
}

/** Warns about query fields that only the form supports. @param query the raw query */
export function formFieldsInQuery(query: Readonly<Record<string, unknown>>): AnswerWarning[] {
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
  const nearest = nearestName(name, Object.keys(UploadFields.shape));
  const hint = nearest === undefined ? '' : ` Did you mean "${nearest}"?`;
  const message = `The field "${field}" is not known and was ignored.${hint}`;
  return answerWarning('unknown_field', message, { field });
}
