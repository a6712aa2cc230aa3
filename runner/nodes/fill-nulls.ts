import { z } from 'zod';
import { oneOfMessage } from './rules/one-of-message.ts';
import type { ColumnSchema } from '../domain/column.ts';
import { findColumn } from '../domain/nearest-name.ts';
import { columnByName, schemaOf, withColumns } from '../engines/pandas/kernels/column-access.ts';
import { optionalColumnList, checkDistinctNames } from './rules/column-list.ts';
import { checkFields, columnChecks, attributeToField } from './rules/field-checks.ts';
import { computedFrom } from './lineage.ts';
import { DATAFRAME_IN, DATAFRAME_OUT, defineNode, type ExampleTable } from './definition.ts';
import {
  FILL_STRATEGIES,
  fillColumn,
  fillExpression,
  canFill,
  filledType,
} from './rules/null-filling.ts';
import { pandasFill, polarsFill } from './python/null-filling-code.ts';
import { assignLine } from './python/assign-code.ts';
import { scalar } from './rules/row-predicate.ts';

const config = z
  .object({
    strategy: z.enum(FILL_STRATEGIES, { error: oneOfMessage({ values: FILL_STRATEGIES }) }),
    value: scalar.optional(),
    columns: optionalColumnList,
  })
  .refine(({ strategy, value }) => strategy !== 'constant' || value !== undefined, {
    path: ['value'],
    message: 'the strategy "constant" needs a value',
  });
type Config = z.infer<typeof config>;

/** The columns that the strategy can fill. @throws UserError for an unknown column */
function fillable(settings: Config, columns: readonly ColumnSchema[]): readonly ColumnSchema[] {
  const named =
    settings.columns.length === 0
      ? columns
      : settings.columns.map((name) => findColumn(columns, name));
  return named.filter((column) => canFill(settings, column));
}

const DATA: readonly ColumnSchema[] = [
  { name: 'n', type: 'integer' },
  { name: 'x', type: 'float' },
  { name: 's', type: 'string' },
  { name: 'ok', type: 'boolean' },
  { name: 'day', type: 'datetime' },
];
const ROWS: ExampleTable['rows'] = [
  [null, 1.5, 'b', null, '2024-01-31T00:00:00'],
  [9007199254740993n, null, null, true, null],
  [1, 2.5, 'a', true, '2024-02-29T00:00:00'],
  [null, null, 'b', false, null],
];
const data = { in: { columns: DATA, rows: ROWS } };
const SMALL: ExampleTable = {
  columns: DATA.slice(0, 3),
  rows: [
    [1, 1, 'x'],
    [null, null, null],
    [4, 2.5, ''],
  ],
};

export const fillNulls = defineNode({
  kind: 'transform',
  id: 'fillNulls',
  label: 'Fill Nulls',
  category: 'clean',
  description:
    'Replaces nulls by a constant, an aggregate of the column, or a neighbouring value. Columns of an incompatible type are not changed.',
  inputs: [DATAFRAME_IN],
  outputs: [DATAFRAME_OUT],
  defaultConfig: { strategy: 'constant', value: '', columns: [] },
  config,
  fields: [
    {
      key: 'strategy',
      label: 'Fill with',
      type: 'select',
      required: true,
      default: 'constant',
      options: [...FILL_STRATEGIES],
      help: 'mean and median convert integer columns to float; zero fills only numbers.',
    },
    {
      key: 'value',
      label: 'Constant',
      type: 'string',
      required: false,
      default: '',
      help: 'Converted to the type of each column.',
    },
    {
      key: 'columns',
      label: 'Columns',
      type: 'column_list',
      required: false,
      default: [],
      help: 'Empty: all.',
    },
  ],
  rows: 'same',
  columns(inputs, settings) {
    const columns = inputs.one();
    checkFields(columnChecks('columns', settings.columns, columns));
    attributeToField('columns', () => {
      checkDistinctNames(settings.columns);
    });
    const names = new Set(fillable(settings, columns).map(({ name }) => name));
    return columns.map((column) =>
      names.has(column.name)
        ? { name: column.name, type: filledType(settings.strategy, column.type) }
        : column,
    );
  },
  lineage: (inputs, settings) => ({
    columns: new Map(
      fillable(settings, inputs.one()).map(({ name }) => [name, computedFrom(name)]),
    ),
  }),
  polars(inputs, settings, { pl }) {
    const { lazy, columns } = inputs.one();
    const expressions = fillable(settings, columns).map((column) =>
      fillExpression(settings, column, pl).alias(column.name),
    );
    return expressions.length === 0 ? lazy : lazy.withColumns(...expressions);
  },
  pandas(inputs, settings) {
    const frame = inputs.one();
    const filled = fillable(settings, schemaOf(frame)).map(({ name }) => ({
      name,
      column: fillColumn(settings, name, columnByName(frame, name)),
    }));
    return withColumns(frame, filled);
  },
  python: {
    pandas(settings, python) {
      const columns = fillable(settings, python.columns());
      if (columns.length === 0) {
        python.line(`${python.target} = ${python.frame()}`);
        return;
      }
      const codes = columns.map((column) => ({
        path: null,
        name: column.name,
        code: pandasFill(settings, column, python),
      }));
      assignLine(python, codes);
    },
    polars(settings, python) {
      python.line(`${python.target} = ${python.frame()}.with_columns(`);
      for (const column of fillable(settings, python.columns())) {
        python.line(`    ${polarsFill(settings, column, python)},`);
      }
      python.line(')');
    },
  },
  examples: [
    {
      title: 'A constant fills columns of a compatible type: text fills only text',
      config: { value: 'none' },
      inputs: data,
      expected: {
        columns: DATA,
        rows: ROWS.map((row) => [
          row[0] ?? null,
          row[1] ?? null,
          row[2] ?? 'none',
          ...row.slice(3),
        ]),
      },
    },
    {
      title: 'A number given as text fills integers, floats and text',
      config: { value: '7', columns: ['n', 'x', 's', 'day'] },
      inputs: data,
      expected: {
        columns: DATA,
        rows: [
          [7, 1.5, 'b', null, '2024-01-31T00:00:00'],
          [9007199254740993n, 7, '7', true, null],
          [1, 2.5, 'a', true, '2024-02-29T00:00:00'],
          [7, 7, 'b', false, null],
        ],
      },
    },
    {
      title: 'A date as ISO 8601',
      config: { value: '2024-03-01', columns: ['day'] },
      inputs: data,
      expected: {
        columns: DATA,
        rows: ROWS.map((row) => [...row.slice(0, 4), row[4] ?? '2024-03-01T00:00:00']),
      },
    },
    {
      title: 'Zero fills only numbers',
      config: { strategy: 'zero' },
      inputs: data,
      expected: {
        columns: DATA,
        rows: ROWS.map((row) => [row[0] ?? 0, row[1] ?? 0, ...row.slice(2)]),
      },
    },
    {
      title: 'The mean converts an integer column to float',
      config: { strategy: 'mean' },
      inputs: { in: SMALL },
      expected: {
        columns: [{ name: 'n', type: 'float' }, ...SMALL.columns.slice(1)],
        rows: [
          [1, 1, 'x'],
          [2.5, 1.75, null],
          [4, 2.5, ''],
        ],
      },
    },
    {
      title: 'The median of an even number of values is the mean of the middle two',
      config: { strategy: 'median', columns: ['x'] },
      inputs: data,
      expected: {
        columns: DATA,
        rows: ROWS.map((row) => [row[0] ?? null, row[1] ?? 2, ...row.slice(2)]),
      },
    },
    {
      title: 'The most frequent value; on ties, the smallest',
      config: { strategy: 'mode' },
      inputs: data,
      expected: {
        columns: DATA,
        rows: [
          [1, 1.5, 'b', true, '2024-01-31T00:00:00'],
          [9007199254740993n, 1.5, 'b', true, '2024-01-31T00:00:00'],
          [1, 2.5, 'a', true, '2024-02-29T00:00:00'],
          [1, 1.5, 'b', false, '2024-01-31T00:00:00'],
        ],
      },
    },
    {
      title: 'The largest value, exact beyond 2^53',
      config: { strategy: 'max' },
      inputs: data,
      expected: {
        columns: DATA,
        rows: [
          [9007199254740993n, 1.5, 'b', true, '2024-01-31T00:00:00'],
          [9007199254740993n, 2.5, 'b', true, '2024-02-29T00:00:00'],
          [1, 2.5, 'a', true, '2024-02-29T00:00:00'],
          [9007199254740993n, 2.5, 'b', false, '2024-02-29T00:00:00'],
        ],
      },
    },
    {
      title: 'The previous value; leading nulls stay null',
      config: { strategy: 'ffill' },
      inputs: data,
      expected: {
        columns: DATA,
        rows: [
          [null, 1.5, 'b', null, '2024-01-31T00:00:00'],
          [9007199254740993n, 1.5, 'b', true, '2024-01-31T00:00:00'],
          [1, 2.5, 'a', true, '2024-02-29T00:00:00'],
          [1, 2.5, 'b', false, '2024-02-29T00:00:00'],
        ],
      },
    },
    {
      title: 'The next value',
      config: { strategy: 'bfill', columns: ['n', 'ok'] },
      inputs: data,
      expected: {
        columns: DATA,
        rows: ROWS.map((row, index) => [
          [9007199254740993n, 9007199254740993n, 1, null][index] ?? null,
          row[1] ?? null,
          row[2] ?? null,
          row[3] ?? true,
          row[4] ?? null,
        ]),
      },
    },
    {
      title: 'A repeated column is an error',
      config: { strategy: 'zero', columns: ['n', 'n'] },
      inputs: data,
      expected: { error: /"n" occurs more than once/ },
    },
    {
      title: 'An unknown strategy is an error',
      config: { strategy: 'average' },
      inputs: data,
      expected: { error: /"strategy".*must be one of/ },
    },
  ],
});
