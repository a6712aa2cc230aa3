import { z } from 'zod';
import { columnByName } from '../engines/pandas/kernels/column-access.ts';
import { distinctRows } from '../engines/pandas/kernels/distinct-rows.ts';
import { takeRows } from '../engines/pandas/kernels/take-rows.ts';
import { polarsSelection } from '../python/polars-columns.ts';
import { DATAFRAME_IN, DATAFRAME_OUT, defineNode } from './definition.ts';
import { inputColumn } from './lineage.ts';
import { checkFields, columnChecks } from './rules/field-checks.ts';

const config = z.object({
  subset: z.array(z.string('a column name must be text'), 'must be a list of column names'),
  keep: z
    .union([z.enum(['first', 'last', 'false', 'none']), z.literal(false)], {
      error: 'must be first, last or false',
    })
    .transform((keep) => (keep === 'first' || keep === 'last' ? keep : 'none')),
});

export const removeDuplicates = defineNode({
  kind: 'transform',
  id: 'removeDuplicates',
  label: 'Remove Duplicates',
  category: 'clean',
  description: 'Keeps one of several equal rows and preserves the order. Nulls are equal.',
  inputs: [DATAFRAME_IN],
  outputs: [DATAFRAME_OUT],
  defaultConfig: { subset: [], keep: 'first' },
  config,
  fields: [
    {
      key: 'subset',
      label: 'Columns',
      type: 'column_list',
      required: false,
      default: [],
      help: 'The columns to compare. Empty: all.',
    },
    {
      key: 'keep',
      label: 'Keep',
      type: 'select',
      required: false,
      default: 'first',
      options: ['first', 'last', 'false'],
      help: 'Which of several equal rows to keep; false drops all of them.',
    },
  ],
  rows: 'other',
  columns(inputs, { subset }) {
    checkFields(columnChecks('subset', subset, inputs.one()));
    return inputs.one();
  },
  lineage(inputs, { subset }) {
    const names = subset.length === 0 ? inputs.one().map(({ name }) => name) : subset;
    return { rows: names.map((name) => inputColumn(name)) };
  },
  polars(inputs, { subset, keep }) {
    const { lazy, columns } = inputs.one();
    const keys = subset.length === 0 ? columns.map(({ name }) => name) : subset;
    return lazy.unique({ subset: [...keys], keep, maintainOrder: true });
  },
  pandas(inputs, { subset, keep }) {
    const frame = inputs.one();
    const keys =
      subset.length === 0 ? frame.columns : subset.map((name) => columnByName(frame, name));
    const rows = distinctRows(keys, frame.length, keep);
    return rows.length === frame.length ? frame : takeRows(frame, rows);
  },
  python: {
    pandas({ subset, keep }, python) {
      const args = subset.length === 0 ? [] : [`subset=${python.value(['subset'])}`];
      args.push(`keep=${keep === 'none' ? 'False' : python.literal(keep)}`, 'ignore_index=True');
      python.line(`${python.target} = ${python.frame()}.drop_duplicates(${args.join(', ')})`);
    },
    polars({ subset, keep }, python) {
      const columns = polarsSelection(python, subset, python.value(['subset']));
      const args = subset.length === 0 ? [] : [`subset=${columns}`];
      args.push(`keep=${python.literal(keep)}`, 'maintain_order=True');
      python.line(`${python.target} = ${python.frame()}.unique(${args.join(', ')})`);
    },
  },
  examples: [
    {
      title: 'The first of equal rows is kept; nulls are equal',
      config: {},
      inputs: {
        in: {
          columns: [
            { name: 'k', type: 'string' },
            { name: 'v', type: 'float' },
          ],
          rows: [
            ['a', 1.5],
            [null, null],
            ['a', 1.5],
            [null, null],
            ['', null],
          ],
        },
      },
      expected: {
        columns: [
          { name: 'k', type: 'string' },
          { name: 'v', type: 'float' },
        ],
        rows: [
          ['a', 1.5],
          [null, null],
          ['', null],
        ],
      },
    },
    {
      title: 'The last row for each value of a column, exact beyond 2^53',
      config: { subset: ['id'], keep: 'last' },
      inputs: {
        in: {
          columns: [
            { name: 'id', type: 'integer' },
            { name: 'no', type: 'integer' },
          ],
          rows: [
            [9007199254740993n, 1],
            [9007199254740992n, 2],
            [9007199254740993n, 3],
          ],
        },
      },
      expected: {
        columns: [
          { name: 'id', type: 'integer' },
          { name: 'no', type: 'integer' },
        ],
        rows: [
          [9007199254740992n, 2],
          [9007199254740993n, 3],
        ],
      },
    },
    {
      title: 'Only rows without duplicates are kept',
      config: { subset: ['k'], keep: false },
      inputs: { in: { columns: [{ name: 'k', type: 'boolean' }], rows: [[true], [null], [true]] } },
      expected: { columns: [{ name: 'k', type: 'boolean' }], rows: [[null]] },
    },
    {
      title: 'An unknown column is an error',
      config: { subset: ['key'] },
      inputs: { in: { columns: [{ name: 'kay', type: 'string' }], rows: [] } },
      expected: { error: /no column "key".*"kay"/ },
    },
  ],
});
