import { z } from 'zod';
import { checkParseOptions } from '../../domain/check-parse-options.ts';
import { encodingMeant } from '../../domain/encoding-spellings.ts';
import { UserError } from '../../domain/errors.ts';
import { FILE_FORMATS, type FileFormat } from '../../domain/file-format.ts';
import {
  DECIMALS,
  DELIMITERS,
  ENCODINGS,
  PARSE_OPTIONS_BY_FORMAT,
} from '../../domain/parse-options.ts';
import { DiscoveredTable } from '../../plan/discovered-table.ts';
import { defineNode } from '../definition.ts';
import { selectField, textField, type FormField } from '../form.ts';
import { CONNECTION_ID } from '../rules/connection-fields.ts';
import { OBJECT_PATH } from '../rules/object-path-text.ts';
import { oneOfMessage } from '../rules/one-of-message.ts';

/** The parts of a dialect that a config can state. */
const DIALECT_KEYS = ['delimiter', 'encoding', 'decimal'] as const;

/** A part of the dialect; undefined: it is detected. @param meant the value that another spelling stands for */
function dialectField<const T extends string>(
  label: string,
  values: readonly T[],
  meant: (text: string) => string | undefined = () => undefined,
): FormField<T | undefined> {
  const error = oneOfMessage({ values, listed: values.map(shown), meant });
  const choices = z.enum(values, { error });
  return {
    label,
    type: 'select',
    required: false,
    options: values,
    help: 'Only for CSV and TSV. Empty: it is detected in the first 64 KB.',
    schema: z.preprocess(given, choices.optional()),
  };
}

function given(value: unknown): unknown {
  if (value === null || value === '') return undefined;
  return value === '\\t' ? '\t' : value;
}

function shown(value: string): string {
  return value === '\t' ? '"\\t"' : `"${value}"`;
}

/** The default config of the catalogue, which clients know, does not have it. */
const PARTITIONS: FormField<boolean | undefined> = {
  label: 'Partitions',
  type: 'boolean',
  required: false,
  help: 'Folders of the path such as year=2026 become columns: integers if every value is a whole number, else text.',
  schema: z.boolean('must be true or false').optional(),
};

export const storageInput = defineNode({
  id: 'storageInput',
  label: 'Storage Input',
  category: 'input',
  usesConnection: 'storage',
  description:
    'Reads files of a local folder or objects of a bucket, as an upload of them is read. The columns are known when it runs.',
  form: {
    connection_id: CONNECTION_ID,
    path: textField('Path', OBJECT_PATH, {
      help: 'The path of the file or object, relative to the folder or bucket of the connection. A name that ends in .gz is decompressed. A path with *, ? or [a-z] is a pattern, ** stands for folders at any depth: the rows of all files that match are concatenated by column name, in the order of their paths.',
    }),
    format: selectField('Format', FILE_FORMATS, {
      required: true,
      default: 'csv',
      help: 'The format of the file.',
    }),
    hive_partitioning: PARTITIONS,
    delimiter: dialectField('Delimiter', DELIMITERS),
    encoding: dialectField('Encoding', ENCODINGS, encodingMeant),
    decimal: dialectField('Decimal mark', DECIMALS),
  },
  refine: (config) =>
    config.superRefine(({ format, delimiter, encoding, decimal }, context) => {
      const issue = (path: string, message: string): void => {
        context.addIssue({ code: 'custom', path: [path], message });
      };
      const dialect = { delimiter, encoding, decimal };
      const useless = uselessKey(format, dialect);
      if (useless !== undefined) issue(useless, `does not apply to a ${format} file`);
      else if (dialectProblem(format, dialect) !== null) {
        issue('decimal', 'must differ from the delimiter');
      }
    }),
  lower: ({
    connection_id: connectionId,
    path,
    format,
    hive_partitioning: hasPartitions = false,
    ...dialect
  }) =>
    new DiscoveredTable({
      op: 'discoveredObject',
      connectionId,
      path,
      format,
      hasPartitions,
      options: statedOptions(dialect),
    }),
});

type Dialect = Readonly<Record<(typeof DIALECT_KEYS)[number], string | undefined>>;

function statedOptions(dialect: Dialect): Readonly<Record<string, string>> {
  return Object.fromEntries(
    DIALECT_KEYS.flatMap((key): [string, string][] => {
      const value = dialect[key];
      return value === undefined ? [] : [[key, value]];
    }),
  );
}

function uselessKey(format: FileFormat, dialect: Dialect): string | undefined {
  const allowed = PARSE_OPTIONS_BY_FORMAT[format];
  return DIALECT_KEYS.find((key) => dialect[key] !== undefined && !allowed.includes(key));
}

/** What is wrong with the dialect as a whole; null: nothing. */
function dialectProblem(format: FileFormat, dialect: Dialect): string | null {
  try {
    checkParseOptions(format, statedOptions(dialect));
    return null;
  } catch (error) {
    if (error instanceof UserError) return error.message;
    throw error;
  }
}
