import { z } from 'zod';
import { DTYPES } from '../../../runner/domain/column.ts';
import { LOSS_CODES } from '../../../runner/domain/file-warning.ts';
import { NODE_STATUSES } from '../../../runner/domain/run-status.ts';
import { anyObject } from '../../openapi/field-types.ts';
import { EXAMPLES } from './examples.ts';

const rows = z.array(z.record(z.string(), z.unknown()));

const LostValues = z
  .object({
    code: z.enum(LOSS_CODES).meta({
      description: 'What is lost, for programs. See the page on what a read guesses.',
    }),
    column: z.string().nullable().meta({ description: 'The column; null: whole rows are lost.' }),
    count: z.int().meta({ description: 'How many of its values, or rows.' }),
  })
  .meta({
    id: 'LostValues',
    description: 'Values of a table that a reader of its file does not get.',
    examples: [{ code: 'lost_infinities', column: 'ratio', count: 3 }],
  });

export const NodeResultRead = z
  .object({
    node_id: z.string().meta({ description: 'The node.' }),
    type: z.string().meta({ description: 'Its type.' }),
    label: z.string().meta({ description: 'Its label, else its type.' }),
    status: z.enum(NODE_STATUSES).meta({ description: 'Its outcome.' }),
    rows: z.int().nullable().meta({ description: 'Rows of its frame.' }),
    columns: z.array(z.string()).meta({ description: 'Columns of its frame.' }),
    column_types: z
      .array(z.enum(DTYPES))
      .nullable()
      .meta({ description: 'Their types, one each; null when they were not recorded.' }),
    sample: rows.meta({
      description: 'The first 20 rows. NaN and infinity are null, since JSON has neither.',
    }),
    error: z.string().nullable().meta({ description: 'Why it failed.' }),
    duration_ms: z.number().nullable().meta({ description: 'How long it took.' }),
    fused_with: z.array(z.string()).meta({
      description:
        'Other nodes that the engine evaluated in one plan with this one. They share `total_ms`.',
    }),
    total_ms: z.number().nullable().meta({
      description:
        'The time of all the work that its rows needed, in milliseconds: of the nodes in `fused_with` too, and of the file of an output node.',
    }),
    warnings: z.array(z.string()).meta({
      description:
        'What the author of the flow should know about its rows, such as a failed check.',
    }),
    lost_values: z.array(LostValues).meta({
      description:
        'What the file of an output node lacks of its rows. `warnings` has a sentence on each, with what to do.',
    }),
    ml_metrics: z
      .record(z.string(), z.number())
      .nullable()
      .meta({ description: 'Metrics of a model.' }),
    mlflow_run_id: z.string().nullable().meta({ description: 'Its experiment run.' }),
    model_uri: z.string().nullable().meta({ description: 'Where its model is.' }),
    task_type: z.string().nullable().meta({ description: 'What its model does.' }),
    cv_scores: z.array(z.number()).nullable().meta({ description: 'Scores by fold.' }),
    assertion_passed: z.boolean().nullable().meta({ description: 'Whether its check held.' }),
    assertion_violation_count: z.int().nullable().meta({ description: 'Rows that broke it.' }),
    assertion_violating_sample: rows.nullable().meta({
      description: 'At most 5 of them. NaN and infinity are null, as in `sample`.',
    }),
    chart: anyObject.nullable().meta({ description: 'What to draw: a `ChartArtifact`.' }),
    cached: z.boolean().meta({
      description: 'Whether it was not executed: its result is that of an earlier run.',
    }),
    pushed_down: z.boolean().meta({
      description:
        'Whether a database computed it together with the nodes in `fused_with`. Only the last of them has rows.',
    }),
    statement: z.string().nullable().meta({
      description: 'What the database computed, with `$1`, `$2`, … in the places of its values.',
    }),
    object_path: z.string().nullable().meta({
      description: 'The object that a storageInput read, or the pattern of the objects.',
    }),
    object_version: z.string().nullable().meta({
      description:
        'A text that differs when the content of that object does, such as its ETag; of a pattern a digest of the paths and versions of its objects.',
    }),
    object_options: anyObject.nullable().meta({
      description: 'How it was read: a `ParseOptions`; null if its objects differ in that.',
    }),
    object_misread_columns: z.array(z.string()).meta({
      description: 'Its columns that libraries of Python read otherwise, so no script reads it.',
    }),
  })
  .meta({
    id: 'NodeResultRead',
    description: 'The outcome of one node in a run.',
    examples: [EXAMPLES.node],
  });
