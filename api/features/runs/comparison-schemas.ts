import { z } from 'zod';
import { DTYPES } from '../../../runner/domain/column.ts';
import { ENGINES } from '../../../runner/domain/engine.ts';
import { NODE_STATUSES, RUN_STATUSES, RUN_TRIGGERS } from '../../../runner/domain/run-status.ts';
import { anyObject, timestampText } from '../../openapi/field-types.ts';
import { InputDatasetRef } from './schemas.ts';

const side = {
  id: '0f5e0c8e-5c5b-4b57-9d3c-3f1e6f4a7b21',
  flow_id: '7c1f3a52-2f8b-4f2e-9a59-0d6a4f5a0b11',
  status: 'success',
  engine: 'polars',
  trigger: 'manual',
  input_datasets: [],
  parameters: null,
  error_message: null,
  duration_ms: 41.5,
  created_at: '2026-11-21T09:34:09.175000Z',
};

const ComparedRun = z
  .object({
    id: z.string().meta({ description: 'The run.' }),
    flow_id: z.string().meta({ description: 'Its flow.' }),
    status: z.enum(RUN_STATUSES).meta({ description: 'Its state.' }),
    engine: z.enum(ENGINES).meta({ description: 'The engine used.' }),
    trigger: z.enum(RUN_TRIGGERS).meta({ description: 'Who or what started it.' }),
    input_datasets: z
      .array(InputDatasetRef)
      .nullable()
      .meta({ description: 'What it read; null when that could not be resolved.' }),
    parameters: anyObject.nullable().meta({ description: 'The effective values.' }),
    error_message: z.string().nullable().meta({ description: 'Why it failed or was cancelled.' }),
    duration_ms: z
      .number()
      .nullable()
      .meta({ description: 'From its start to its end; null before the end.' }),
    created_at: timestampText,
  })
  .meta({ id: 'ComparedRun', description: 'One side of a comparison.', examples: [side] });
export type ComparedRun = z.output<typeof ComparedRun>;

const columnType = z.enum(DTYPES);

const TypeChange = z
  .object({
    column: z.string().meta({ description: 'The column.' }),
    before: columnType.meta({ description: 'Its type in the other run.' }),
    after: columnType.meta({ description: 'Its type in this run.' }),
  })
  .meta({
    id: 'TypeChange',
    description: 'A column that both runs have, of another type.',
    examples: [{ column: 'price', before: 'integer', after: 'float' }],
  });

const nodeStatus = z.enum(NODE_STATUSES);
const rows = z.int().nullable();
const duration = z.number().nullable();
const names = z.array(z.string());

const node = {
  node_id: 'top',
  type: 'limitRows',
  label: 'Top',
  changed: true,
  config_changed: false,
  status_before: 'success',
  status_after: 'success',
  rows_before: 9,
  rows_after: 10,
  rows_delta: 1,
  columns_added: ['b'],
  columns_removed: [],
  columns_reordered: false,
  types_changed: [{ column: 'price', before: 'integer', after: 'float' }],
  duration_ms_before: 2.5,
  duration_ms_after: 2,
  duration_ms_delta: -0.5,
};

const NodeComparison = z
  .object({
    node_id: z.string().meta({ description: 'The node.' }),
    type: z.string().meta({ description: 'Its type in this run.' }),
    label: z.string().meta({ description: 'Its label in this run, else its type.' }),
    changed: z.boolean().meta({
      description: 'Whether status, rows, columns, their order or their types differ.',
    }),
    config_changed: z
      .boolean()
      .meta({ description: 'Whether type or config differ; the runs list their parameters.' }),
    status_before: nodeStatus.meta({ description: 'Its outcome in the other run.' }),
    status_after: nodeStatus.meta({ description: 'Its outcome in this run.' }),
    rows_before: rows.meta({ description: 'Rows in the other run.' }),
    rows_after: rows.meta({ description: 'Rows in this run.' }),
    rows_delta: rows.meta({ description: 'The difference.' }),
    columns_added: names.meta({ description: 'Columns only this run has.' }),
    columns_removed: names.meta({ description: 'Columns only the other run has.' }),
    columns_reordered: z
      .boolean()
      .meta({ description: 'Whether the common columns are in another order.' }),
    types_changed: z
      .array(TypeChange)
      .nullable()
      .meta({ description: 'Null when a run was recorded without types.' }),
    duration_ms_before: duration.meta({ description: 'Its duration in the other run.' }),
    duration_ms_after: duration.meta({ description: 'Its duration in this run.' }),
    duration_ms_delta: duration.meta({ description: 'The difference.' }),
  })
  .meta({
    id: 'NodeComparison',
    description: 'A node that both runs have.',
    examples: [node],
  });
export type NodeComparison = z.output<typeof NodeComparison>;

export const RunComparison = z
  .object({
    run: ComparedRun.meta({ description: 'The same as `after`.' }),
    other: ComparedRun.meta({ description: 'The same as `before`.' }),
    after: ComparedRun.meta({ description: 'The run that the path names first.' }),
    before: ComparedRun.meta({ description: 'The run that the path names second.' }),
    same_flow: z.boolean().meta({ description: 'Whether both are runs of one flow.' }),
    changed: z.boolean().nullable().meta({
      description:
        'Whether any node differs in more than its duration, or is in one run only; null when `nodes` is null.',
    }),
    duration_ms_delta: duration.meta({ description: 'How much longer this run took.' }),
    nodes: z.array(NodeComparison).nullable().meta({
      description:
        'The nodes of both, in the order of this run; null when a run is unfinished, or has no node results.',
    }),
    nodes_added: names.meta({ description: 'Nodes only this run has.' }),
    nodes_removed: names.meta({ description: 'Nodes only the other run has.' }),
  })
  .meta({
    id: 'RunComparison',
    description: 'How the results of a run differ from those of another.',
    examples: [
      {
        run: side,
        other: side,
        after: side,
        before: side,
        same_flow: true,
        changed: true,
        duration_ms_delta: 0,
        nodes: [node],
        nodes_added: [],
        nodes_removed: [],
      },
    ],
  });
export type RunComparison = z.output<typeof RunComparison>;
