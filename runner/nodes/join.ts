import { z } from 'zod';
import type { ColumnSchema } from '../domain/column.ts';
import { joinFrames } from '../engines/pandas/kernels/join-frames.ts';
import { JOIN_KINDS } from '../engines/pandas/kernels/join-rows.ts';
import { schemaOf } from '../engines/pandas/kernels/column-access.ts';
import { joinPlans } from '../engines/polars/join-plans.ts';
import { emitPandasJoin } from '../export/pandas-join-code.ts';
import { emitPolarsJoin } from '../export/polars-join-code.ts';
import { DATAFRAME_IN, DATAFRAME_OUT, defineNode, type ExampleTable } from './definition.ts';
import type { PythonContext } from '../export/python-context.ts';
import { planJoin, type JoinPlan, type JoinRequest } from './join-plan.ts';

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
    how: z.enum(JOIN_KINDS, `must be one of ${JOIN_KINDS.join(', ')}`),
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
    return { leftKeys, rightKeys, how, suffixes };
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
    return { path: ['on'], message: 'needs a column of both inputs; or give left_on and right_on' };
  }
  if (leftOn.length === rightOn.length) return null;
  return {
    path: ['right_on'],
    message: `needs as many columns as left_on: there are ${leftOn.length} left and ${rightOn.length} right ones`,
  };
}

const ORDERS: readonly ColumnSchema[] = [
  { name: 'id', type: 'integer' },
  { name: 'name', type: 'string' },
];
const ORDER_ROWS: ExampleTable['rows'] = [
  [2, 'b'],
  [null, 'n'],
  [1, 'a'],
  [9007199254740993n, 'big'],
  [2, 'c'],
];
const PRICES: readonly ColumnSchema[] = [
  { name: 'id', type: 'float' },
  { name: 'name', type: 'string' },
  { name: 'paid', type: 'boolean' },
];
const PRICE_ROWS: ExampleTable['rows'] = [
  [null, 'x', true],
  [2, 'y', null],
  [3.5, 'z', false],
  [2, 'w', true],
];
const INPUTS = {
  left: { columns: ORDERS, rows: ORDER_ROWS },
  right: { columns: PRICES, rows: PRICE_ROWS },
};

export const join = defineNode({
  kind: 'transform',
  id: 'join',
  label: 'Join / Merge',
  category: 'reshape',
  description:
    'Puts rows of two inputs beside each other where their keys are equal. Null is equal to nothing.',
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
      help: 'Key columns of one name in both inputs; they are there once.',
    },
    {
      key: 'left_on',
      label: 'Left on',
      type: 'column_list',
      required: false,
      help: 'Key columns of the left input, where names differ.',
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
      help: 'Rows without a match stay on the left, the right, both sides or none; semi and anti only keep or drop left rows.',
    },
    {
      key: 'suffixes',
      label: 'Suffixes',
      type: 'string_list',
      required: false,
      placeholder: '_x, _y',
      help: 'Appended to names that both inputs have: the left one, the right one.',
    },
  ],
  rows: 'other',
  columns: (inputs, request) =>
    planJoin(inputs.one('left'), inputs.one('right'), request).columns.map(({ name, type }) => ({
      name,
      type,
    })),
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
  examples: [
    {
      title: 'Integers meet floats, null meets nothing, shared names get suffixes',
      config: { on: 'id', how: 'left' },
      inputs: INPUTS,
      expected: {
        columns: [
          { name: 'id', type: 'integer' },
          { name: 'name_x', type: 'string' },
          { name: 'name_y', type: 'string' },
          { name: 'paid', type: 'boolean' },
        ],
        rows: [
          [2, 'b', 'y', null],
          [2, 'b', 'w', true],
          [null, 'n', null, null],
          [1, 'a', null, null],
          [9007199254740993n, 'big', null, null],
          [2, 'c', 'y', null],
          [2, 'c', 'w', true],
        ],
      },
    },
    {
      title: 'All rows of both sides',
      config: { on: ['name'], how: 'outer', suffixes: ['_left', '_right'] },
      inputs: {
        left: { columns: ORDERS, rows: ORDER_ROWS.slice(0, 3) },
        right: {
          columns: ORDERS,
          rows: [
            [7, 'a'],
            [8, null],
            [9, 'q'],
          ],
        },
      },
      expected: {
        columns: [
          { name: 'id_left', type: 'integer' },
          { name: 'name', type: 'string' },
          { name: 'id_right', type: 'integer' },
        ],
        rows: [
          [2, 'b', null],
          [null, 'n', null],
          [1, 'a', 7],
          [null, null, 8],
          [null, 'q', 9],
        ],
      },
    },
    {
      title: 'Keys of different names stay both, in the order of the right side',
      config: { left_on: 'name', right_on: ['code'], how: 'right' },
      inputs: {
        left: { columns: ORDERS, rows: ORDER_ROWS },
        right: { columns: [{ name: 'code', type: 'string' }], rows: [['c'], [null], ['b']] },
      },
      expected: {
        columns: [
          { name: 'id', type: 'integer' },
          { name: 'name', type: 'string' },
          { name: 'code', type: 'string' },
        ],
        rows: [
          [2, 'c', 'c'],
          [null, null, null],
          [2, 'b', 'b'],
        ],
      },
    },
    {
      title: 'Two keys, of which one is shared',
      config: { left_on: ['id', 'name'], right_on: ['id', 'code'], how: 'inner' },
      inputs: {
        left: { columns: ORDERS, rows: ORDER_ROWS },
        right: {
          columns: [
            { name: 'code', type: 'string' },
            { name: 'id', type: 'integer' },
          ],
          rows: [
            ['b', 2],
            ['b', 1],
            ['big', 9007199254740992n],
          ],
        },
      },
      expected: {
        columns: [
          { name: 'id', type: 'integer' },
          { name: 'name', type: 'string' },
          { name: 'code', type: 'string' },
        ],
        rows: [[2, 'b', 'b']],
      },
    },
    {
      title: 'Left rows without a match, null keys among them',
      config: { on: 'id', how: 'anti' },
      inputs: INPUTS,
      expected: {
        columns: ORDERS,
        rows: [
          [null, 'n'],
          [1, 'a'],
          [9007199254740993n, 'big'],
        ],
      },
    },
    {
      title: 'A number cannot be equal to a text',
      config: { left_on: 'id', right_on: 'name' },
      inputs: INPUTS,
      expected: { error: /"id" \(integer\) and "name" \(string\) cannot be equal/ },
    },
  ],
});

function planOf(python: PythonContext, request: JoinRequest): JoinPlan {
  return planJoin(python.columns('left'), python.columns('right'), request);
}
