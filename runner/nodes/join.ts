import { z } from 'zod';
import { oneOfMessage } from './rules/one-of-message.ts';
import { joinFrames } from '../engines/pandas/kernels/join-frames.ts';
import {
  JOIN_KINDS,
  type JoinedColumn,
  type JoinKind,
  type JoinPlan,
} from '../engines/join-plan.ts';
import { schemaOf } from '../engines/pandas/kernels/column-access.ts';
import { joinPlans } from '../engines/polars/join-plans.ts';
import { emitPandasJoin } from './python/pandas-join-code.ts';
import { emitPolarsJoin } from './python/polars-join-code.ts';
import { DATAFRAME_IN, DATAFRAME_OUT, defineNode } from './definition.ts';
import { inputColumn, copiedFrom, type ColumnSource } from './lineage.ts';
import type { PythonContext } from '../python/python-context.ts';
import { joinExamples } from './examples/join-examples.ts';
import { planJoin, type JoinRequest } from './rules/plan-join.ts';

const keys = z
  .union([z.string(), z.array(z.string())], {
    error: 'must be a column name or a list of them',
  })
  .transform((names) => (typeof names === 'string' ? [names] : names))
  .transform((names) => names.filter((name) => name !== ''));

const config = z
  .object({
    on: keys.default([]),
    left_on: keys.default([]),
    right_on: keys.default([]),
    how: z.enum(JOIN_KINDS, { error: oneOfMessage({ values: JOIN_KINDS }) }),
    suffixes: z
      .tuple(
        [z.string(), z.string()],
        'must be a list of two texts, for the left and the right side',
      )
      .default(['_x', '_y']),
  })
  .superRefine(({ on, left_on, right_on }, context) => {
    const problem = keyProblem(on, left_on, right_on);
    if (problem !== null) context.addIssue({ code: 'custom', ...problem });
  })
  .transform(({ on, left_on, right_on, how, suffixes }): JoinRequest => {
    const [leftKeys, rightKeys] = on.length > 0 ? [on, on] : [left_on, right_on];
    const keyFields = on.length > 0 ? (['on', 'on'] as const) : (['left_on', 'right_on'] as const);
    return { leftKeys, rightKeys, keyFields, how, suffixes };
  });

function keyProblem(
  on: readonly string[],
  leftOn: readonly string[],
  rightOn: readonly string[],
): { path: string[]; message: string } | null {
  if (on.length > 0) {
    if (leftOn.length + rightOn.length === 0) return null;
    return { path: ['on'], message: 'cannot be given together with left_on and right_on' };
  }
  if (leftOn.length + rightOn.length === 0) {
    return { path: ['on'], message: 'needs a column of both inputs, or use left_on and right_on' };
  }
  if (leftOn.length === rightOn.length) return null;
  return {
    path: ['right_on'],
    message: `must have as many columns as left_on: left_on has ${leftOn.length}, right_on has ${rightOn.length}`,
  };
}

export const join = defineNode({
  kind: 'transform',
  id: 'join',
  label: 'Join / Merge',
  category: 'reshape',
  description: 'Joins the rows of two inputs that have equal keys. Null matches nothing.',
  inputs: [
    { ...DATAFRAME_IN, id: 'left' },
    { ...DATAFRAME_IN, id: 'right' },
  ],
  outputs: [DATAFRAME_OUT],
  defaultConfig: { on: '', how: 'inner' },
  config,
  fields: [
    {
      key: 'on',
      label: 'On',
      type: 'column_list',
      required: false,
      default: '',
      help: 'Key columns with the same name in both inputs. They occur once in the result.',
    },
    {
      key: 'left_on',
      label: 'Left on',
      type: 'column_list',
      required: false,
      help: 'Key columns of the left input, if names differ.',
    },
    {
      key: 'right_on',
      label: 'Right on',
      type: 'column_list',
      required: false,
      help: 'Key columns of the right input, in the same order.',
    },
    {
      key: 'how',
      label: 'Kind',
      type: 'select',
      required: false,
      default: 'inner',
      options: [...JOIN_KINDS],
      help: 'left, right and outer keep unmatched rows of the left, the right or both inputs; inner keeps none. semi keeps and anti drops the left rows with a match.',
    },
    {
      key: 'suffixes',
      label: 'Suffixes',
      type: 'string_list',
      required: false,
      placeholder: '_x, _y',
      help: 'Appended to the names of columns that both inputs have, except keys: first the left, then the right suffix. Default: _x, _y.',
    },
  ],
  rows: 'other',
  columns: (inputs, request) =>
    planJoin(inputs.one('left'), inputs.one('right'), request).columns.map(({ name, type }) => ({
      name,
      type,
    })),
  lineage(inputs, request) {
    const { columns } = planJoin(inputs.one('left'), inputs.one('right'), request);
    return {
      columns: new Map(columns.map((column) => [column.name, sourceOf(column, request.how)])),
      rows: [
        ...request.leftKeys.map((name) => inputColumn(name, 'left')),
        ...request.rightKeys.map((name) => inputColumn(name, 'right')),
      ],
    };
  },
  polars(inputs, request, { pl }) {
    const left = inputs.one('left');
    const right = inputs.one('right');
    return joinPlans(pl, left, right, planJoin(left.columns, right.columns, request));
  },
  pandas(inputs, request) {
    const left = inputs.one('left');
    const right = inputs.one('right');
    return joinFrames(left, right, planJoin(schemaOf(left), schemaOf(right), request));
  },
  python: {
    pandas(request, python) {
      emitPandasJoin(python, planOf(python, request), request.suffixes);
    },
    polars(request, python) {
      emitPolarsJoin(python, planOf(python, request));
    },
  },
  examples: joinExamples,
});

/** A key comes from the side whose rows are all kept; in an outer join, from both. */
function sourceOf({ name, source, from }: JoinedColumn, how: JoinKind): ColumnSource {
  if (from !== 'key') return copiedFrom(name, inputColumn(source, from));
  const left = inputColumn(source, 'left');
  const right = inputColumn(source, 'right');
  if (how === 'outer') return copiedFrom(name, left, right);
  return copiedFrom(name, how === 'right' ? right : left);
}

function planOf(python: PythonContext, request: JoinRequest): JoinPlan {
  return planJoin(python.columns('left'), python.columns('right'), request);
}
