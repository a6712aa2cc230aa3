import { z } from 'zod';
import { findColumn } from '../domain/nearest-name.ts';
import { columnExpression } from '../engines/polars/column-expression.ts';
import { polarsSelection } from '../python/polars-columns.ts';
import { columnList, checkDistinctNames } from './rules/column-list.ts';
import { checkFields, columnChecks } from './rules/field-checks.ts';
import { DATAFRAME_IN, DATAFRAME_OUT, defineNode } from './definition.ts';
import { selectFrameColumns } from './rules/select-frame-columns.ts';

export const selectColumns = defineNode({
  kind: 'transform',
  id: 'selectColumns',
  label: 'Select Columns',
  category: 'columns',
  description: 'Keeps the named columns in the given order and drops all others.',
  inputs: [DATAFRAME_IN],
  outputs: [DATAFRAME_OUT],
  defaultConfig: { columns: [] },
  config: z.object({ columns: columnList }),
  fields: [
    {
      key: 'columns',
      label: 'Columns',
      type: 'column_list',
      required: true,
      help: 'The columns to keep, in the order of the result.',
    },
  ],
  rows: 'same',
  columns(inputs, config) {
    const distinct = (): void => {
      checkDistinctNames(config.columns);
    };
    checkFields([['columns', distinct], ...columnChecks('columns', config.columns, inputs.one())]);
    return config.columns.map((name) => findColumn(inputs.one(), name));
  },
  polars(inputs, config, { pl }) {
    const { lazy, columns } = inputs.one();
    return lazy.select(...config.columns.map((name) => columnExpression(pl, columns, name)));
  },
  pandas(inputs, config) {
    return selectFrameColumns(inputs.one(), config.columns);
  },
  python: {
    pandas(_config, python) {
      python.line(`${python.target} = ${python.frame()}[${python.value(['columns'])}]`);
    },
    polars(config, python) {
      const selection = polarsSelection(python, config.columns, python.value(['columns']));
      python.line(`${python.target} = ${python.frame()}.select(${selection})`);
    },
  },
  examples: [
    {
      title: 'Two of three columns in another order',
      config: { columns: ['city', 'id'] },
      inputs: {
        in: {
          columns: [
            { name: 'id', type: 'integer' },
            { name: 'note', type: 'string' },
            { name: 'city', type: 'string' },
          ],
          rows: [
            [1, 'x', 'Oslo'],
            [2, null, ''],
          ],
        },
      },
      expected: {
        columns: [
          { name: 'city', type: 'string' },
          { name: 'id', type: 'integer' },
        ],
        rows: [
          ['Oslo', 1],
          ['', 2],
        ],
      },
    },
    {
      title: 'Names that look like patterns are matched exactly',
      config: { columns: ['^a.*$', '*'] },
      inputs: {
        in: {
          columns: [
            { name: 'ab', type: 'integer' },
            { name: '*', type: 'integer' },
            { name: '^a.*$', type: 'integer' },
          ],
          rows: [[1, 2, 3]],
        },
      },
      expected: {
        columns: [
          { name: '^a.*$', type: 'integer' },
          { name: '*', type: 'integer' },
        ],
        rows: [[3, 2]],
      },
    },
    {
      title: 'An error about an unknown column suggests the nearest one',
      config: { columns: ['citty'] },
      inputs: { in: { columns: [{ name: 'city', type: 'string' }], rows: [['Oslo']] } },
      expected: { error: /no column "citty".*"city"/ },
    },
  ],
});
