import { z } from 'zod';
import { DTYPES } from '../../../runner/domain/column.ts';
import { anyObject } from '../../openapi/field-types.ts';
import { engineLikeRun, parameterValues } from '../runs/request-fields.ts';

const limit = z
  .int()
  .min(1)
  .max(1000)
  .default(50)
  .meta({ description: 'Maximum number of rows in the response.' });
const profile = z
  .boolean()
  .default(false)
  .meta({ description: 'Whether columns are profiled too.' });
const rows = z.array(anyObject);

export const FlowPreviewRequest = z
  .object({
    node_id: z
      .string()
      .nullable()
      .optional()
      .meta({ description: 'The node to show. Absent: the last in topological order.' }),
    limit,
    profile,
    parameters: parameterValues,
    engine: engineLikeRun,
  })
  .meta({
    id: 'FlowPreviewRequest',
    description: 'What to show of a flow; everything is optional.',
    examples: [{ limit: 20 }, { node_id: 'range', limit: 3 }],
  });

export const TransformationPreviewRequest = z
  .object({
    type: z.string().meta({ description: 'The node type.' }),
    dataset_id: z
      .string()
      .nullable()
      .optional()
      .meta({ description: 'A dataset whose latest version is the input.' }),
    rows: z
      .union([rows, z.record(z.string(), rows)])
      .nullable()
      .optional()
      .meta({
        description: 'The input itself: a list of rows, or one list for each input handle.',
      }),
    config: anyObject.default({}).meta({ description: 'The config of the node.' }),
    limit,
    profile,
  })
  .meta({
    id: 'TransformationPreviewRequest',
    description: 'One node and its input: rows, or a dataset.',
    examples: [{ type: 'limitRows', rows: [{ id: 1 }, { id: 2 }], config: { n: 1 } }],
  });
export type TransformationPreviewRequest = z.output<typeof TransformationPreviewRequest>;

const ColumnProfileItem = z.looseObject({
  name: z.string().meta({ description: 'The column.' }),
  dtype: z.enum(DTYPES).meta({ description: 'Its type.' }),
  null_count: z.int().meta({ description: 'Nulls among the rows scanned.' }),
  null_pct: z.number().meta({ description: 'The same per cent.' }),
  distinct: z.int().meta({ description: 'Distinct values.' }),
  scanned: z.int().meta({ description: 'Rows scanned, at most 10,000.' }),
  total: z.int().meta({ description: 'Rows of the frame.' }),
});

export const PreviewResponse = z
  .object({
    columns: z.array(z.string()).meta({ description: 'The names of the columns.' }),
    rows: rows.meta({
      description: 'The first rows. NaN and infinity are null, since JSON has neither.',
    }),
    row_count: z.int().meta({ description: 'Rows of the whole frame.' }),
    truncated: z.boolean().meta({ description: 'Whether there are more rows than shown.' }),
    profile: z
      .array(ColumnProfileItem)
      .nullable()
      .meta({ description: 'The column profiles, on request.' }),
  })
  .meta({
    id: 'PreviewResponse',
    description: 'The frame of a node.',
    examples: [
      { columns: ['id'], rows: [{ id: 1 }], row_count: 1, truncated: false, profile: null },
    ],
  });
