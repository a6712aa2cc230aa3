import { z } from 'zod';
import {
  helpWithFormats,
  type ParseOptionName,
} from '../../../runner/domain/parse-option-facts.ts';
import { DTYPES } from '../../../runner/domain/column.ts';
import { FILE_FORMATS } from '../../../runner/domain/file-format.ts';
import { anyObject, timestampText } from '../../openapi/field-types.ts';
import { AnswerWarning } from '../../openapi/warnings.ts';
import { EXAMPLES } from './examples.ts';

const columnType = z.enum(DTYPES);

export const ColumnSchema = z
  .object({
    name: z
      .string()
      .meta({ description: 'As in the file; empty and doubled names are completed.' }),
    type: columnType.meta({ description: 'Decided from the whole column, once, at upload.' }),
  })
  .meta({
    id: 'ColumnSchema',
    description: 'A column.',
    examples: [{ name: 'id', type: 'integer' }],
  });

/** Profiles may have integers beyond 2^53, which are written as digits. */
const exactNumber = z.unknown();

export const ColumnProfile = z
  .object({
    name: z.string().meta({ description: 'The column.' }),
    dtype: columnType.meta({ description: 'Its type.' }),
    null_count: z.int().meta({ description: 'Number of nulls in the scanned rows.' }),
    null_pct: z.number().meta({ description: 'Percentage of nulls, rounded to two decimals.' }),
    distinct: z.int().meta({ description: 'Number of distinct values in the scanned rows.' }),
    scanned: z.int().meta({ description: 'Number of scanned rows: at most the first 10,000.' }),
    total: z.int().meta({ description: 'Number of rows of the dataset.' }),
    true_count: z.int().optional().meta({ description: 'Of boolean columns.' }),
    min: exactNumber.optional().meta({ description: 'Of numeric and datetime columns.' }),
    max: exactNumber.optional().meta({ description: 'Of numeric and datetime columns.' }),
    mean: z.number().nullable().optional().meta({ description: 'Of numeric columns.' }),
    std: z
      .number()
      .nullable()
      .optional()
      .meta({ description: 'Of numeric columns; null for one value.' }),
    min_len: z.int().optional().meta({ description: 'Of text columns.' }),
    max_len: z.int().optional().meta({ description: 'Of text columns.' }),
    top_values: z
      .array(
        z.object({
          value: exactNumber.meta({ description: 'The value.' }),
          count: z.int().meta({ description: 'How often it occurs.' }),
        }),
      )
      .optional()
      .meta({ description: 'The five most frequent values of text columns.' }),
  })
  .meta({
    id: 'ColumnProfile',
    description: 'Facts about a column.',
    examples: [EXAMPLES.profile],
  });

function option<T extends z.ZodType>(name: ParseOptionName, value: T): z.ZodOptional<T> {
  return value.optional().meta({ description: helpWithFormats(name) });
}

export const ParseOptions = z
  .object({
    delimiter: option('delimiter', z.string()),
    encoding: option('encoding', z.string()),
    decimal: option('decimal', z.string()),
    sheet: option('sheet', z.union([z.string(), z.int()])),
    records: option('records', z.string()),
    null_values: option('null_values', z.array(z.string())),
    skip_rows: option('skip_rows', z.int()),
    has_header: option('has_header', z.boolean()),
    column_names: option('column_names', z.array(z.string())),
    rows: option('rows', z.string()),
    comment: option('comment', z.string()),
    quote_char: option('quote_char', z.string()),
    escape_char: option('escape_char', z.string()),
    skip_initial_space: option('skip_initial_space', z.boolean()),
    dates: option('dates', z.boolean()),
  } satisfies Readonly<Record<ParseOptionName, z.ZodType>>)
  .meta({
    id: 'ParseOptions',
    description: 'How a file was read, where not by the defaults.',
    examples: [EXAMPLES.options],
  });

const content = {
  column_schema: z.array(ColumnSchema).nullable().meta({ description: 'The columns, in order.' }),
  column_profile: z
    .array(ColumnProfile)
    .nullable()
    .meta({ description: 'Facts about each column.' }),
  parse_options: ParseOptions.nullable().meta({
    description: 'How the file was read; null when everything was the default.',
  }),
};

export const DatasetRead = z
  .object({
    id: z.string().meta({ description: 'UUID.' }),
    name: z.string().meta({ description: 'Unique in its project, whatever its case.' }),
    source_type: z.enum(FILE_FORMATS).meta({ description: 'The kind of file.' }),
    dataset_kind: z
      .enum(['input', 'output'])
      .meta({ description: '`input`: uploaded; `output`: created by a run.' }),
    is_disabled: z.boolean().meta({ description: 'Flows cannot read it.' }),
    deleted_at: timestampText.nullable().meta({ description: 'Null unless deleted.' }),
    project_id: z.string().meta({ description: 'The project it is in.' }),
    latest_version: z.int().meta({ description: 'Number of the newest version.' }),
    version_count: z.int().meta({ description: 'How many versions there are.' }),
    data_sample: z.array(anyObject).nullable().meta({
      description:
        'The first 100 rows of the newest version. An infinity is null, since JSON has none.',
    }),
    ...content,
    created_at: timestampText,
    updated_at: timestampText,
  })
  .meta({
    id: 'DatasetRead',
    description: 'A versioned file; content fields are of its newest version.',
    examples: [EXAMPLES.dataset],
  });
export type DatasetRead = z.output<typeof DatasetRead>;

export const UploadedDataset = DatasetRead.extend({
  warnings: z.array(AnswerWarning).meta({
    description: 'Warnings about a file that could be read; may be empty.',
  }),
}).meta({
  id: 'UploadedDataset',
  description: 'The dataset that a file was uploaded to.',
  examples: [{ ...EXAMPLES.dataset, warnings: [] }],
});

export const DatasetListItem = DatasetRead.partial({
  data_sample: true,
  column_schema: true,
  column_profile: true,
  parse_options: true,
}).meta({
  id: 'DatasetListItem',
  description: 'A dataset; with fields=summary without sample, columns, profile and options.',
  examples: [EXAMPLES.dataset],
});

export const DatasetVersionRead = z
  .object({
    id: z.string().meta({ description: 'UUID.' }),
    version_number: z.int().meta({ description: 'From 1 up.' }),
    row_count: z.int().meta({ description: 'Rows of the whole file.' }),
    ...content,
    source_run_id: z.string().nullable().meta({
      description: 'The run that made it, if one did; retention may have removed that since.',
    }),
    created_at: timestampText,
  })
  .meta({
    id: 'DatasetVersionRead',
    description: 'One version of a dataset.',
    examples: [EXAMPLES.version],
  });
export type DatasetVersionRead = z.output<typeof DatasetVersionRead>;

export const DatasetUpdate = z
  .object({
    is_disabled: z
      .boolean()
      .optional()
      .meta({ description: 'True also disables the flows that use it; false brings both back.' }),
  })
  .meta({
    id: 'DatasetUpdate',
    description: 'What to change; other fields are ignored.',
    examples: [{ is_disabled: true }],
  });
export type DatasetUpdate = z.output<typeof DatasetUpdate>;

export const PurgeResult = z
  .object({ purged: z.int().meta({ description: 'How many datasets were removed.' }) })
  .meta({ id: 'PurgeResult', description: 'What a purge did.', examples: [{ purged: 2 }] });
