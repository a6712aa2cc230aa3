import { z } from 'zod';
import type { ColumnSchema } from '../domain/column.ts';
import { ConfigError } from '../domain/errors.ts';
import { columnExpression, isPolarsPattern } from '../engines/polars/column-expression.ts';
import { polarsSelection } from '../python/polars-columns.ts';
import { columnList } from './rules/column-list.ts';
import { checkFields, columnChecks } from './rules/field-checks.ts';
import { DATAFRAME_IN, DATAFRAME_OUT, defineNode } from './definition.ts';
import { selectFrameColumns } from './rules/select-frame-columns.ts';

export const dropColumns = defineNode({
  kind: 'transform',
  id: 'dropColumns',
  label: 'Drop Columns',
  category: 'columns',
  description: 'Drops the named columns and keeps all others in order.',
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
      help: 'The columns to drop.',
    },
  ],
  rows: 'same',
  columns(inputs, config) {
    checkFields(columnChecks('columns', config.columns, inputs.one()));
    const kept = keptColumns(inputs.one(), config.columns);
    if (kept.length === 0) {
      const message = 'All columns would be dropped. Keep at least one.';
      throw new ConfigError([{ field: 'columns', message }]);
    }
    return kept;
  },
  polars(inputs, config, { pl }) {
    const { lazy, columns } = inputs.one();
    const kept = keptColumns(columns, config.columns);
    return lazy.select(...kept.map(({ name }) => columnExpression(pl, columns, name)));
  },
  pandas(inputs, config) {
    const frame = inputs.one();
    const dropped = new Set(config.columns);
    return selectFrameColumns(
      frame,
      frame.names.filter((name) => !dropped.has(name)),
    );
  },
  python: {
    pandas(_config, python) {
      python.line(
        `${python.target} = ${python.frame()}.drop(columns=${python.value(['columns'])})`,
      );
    },
    polars(config, python) {
      if (config.columns.some(isPolarsPattern)) {
        const kept = keptColumns(python.columns(), config.columns).map(({ name }) => name);
        const selection = polarsSelection(python, kept, python.literal(kept));
        python.line(`${python.target} = ${python.frame()}.select(${selection})`);
        return;
      }
      python.line(`${python.target} = ${python.frame()}.drop(${python.value(['columns'])})`);
    },
  },
  examples: [
    {
      title: 'One of three columns',
      config: { columns: ['note'] },
      inputs: {
        in: {
          columns: [
            { name: 'id', type: 'integer' },
            { name: 'note', type: 'string' },
            { name: 'paid', type: 'boolean' },
          ],
          rows: [
            [1, 'x', true],
            [2, null, null],
          ],
        },
      },
      expected: {
        columns: [
          { name: 'id', type: 'integer' },
          { name: 'paid', type: 'boolean' },
        ],
        rows: [
          [1, true],
          [2, null],
        ],
      },
    },
    {
      title: 'A column named like the wildcard',
      config: { columns: ['*'] },
      inputs: {
        in: {
          columns: [
            { name: 'a', type: 'integer' },
            { name: '*', type: 'integer' },
          ],
          rows: [[1, 2]],
        },
      },
      expected: { columns: [{ name: 'a', type: 'integer' }], rows: [[1]] },
    },
    {
      title: 'An unknown column is an error',
      config: { columns: ['nott'] },
      inputs: { in: { columns: [{ name: 'note', type: 'string' }], rows: [['x']] } },
      expected: { error: /no column "nott".*"note"/ },
    },
  ],
});

function keptColumns(
  columns: readonly ColumnSchema[],
  dropped: readonly string[],
): readonly ColumnSchema[] {
  const names = new Set(dropped);
  return columns.filter(({ name }) => !names.has(name));
}
