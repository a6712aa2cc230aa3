import { z } from 'zod';
import type { ColumnSchema } from '../domain/column.ts';
import { UserError } from '../domain/errors.ts';
import { sortFrame, type SortKey } from '../engines/pandas/kernels/sort-frame.ts';
import { sortPlan } from '../engines/polars/sort-plan.ts';
import { polarsColumns } from '../python/polars-columns.ts';
import type { PythonContext } from '../python/python-context.ts';
import { columnList } from './rules/column-list.ts';
import { DATAFRAME_IN, DATAFRAME_OUT, defineNode, type ExampleTable } from './definition.ts';
import { inputColumn } from './lineage.ts';
import { checkFields, columnChecks } from './rules/field-checks.ts';

const config = z.object({
  columns: columnList,
  ascending: z.union(
    [z.boolean(), z.array(z.boolean()).min(1)],
    'must be true or false, or a list with one of them for each column',
  ),
  na_position: z.enum(['first', 'last'], 'must be first or last'),
});
type Config = z.infer<typeof config>;

/** @throws UserError when the number of directions differs from that of the columns */
function checkDirectionCount(columns: readonly string[], ascending: Config['ascending']): void {
  if (typeof ascending === 'boolean' || ascending.length === columns.length) return;
  throw new UserError(
    `There are ${columns.length} columns to sort by but ${ascending.length} directions. Give one direction, or one for each column.`,
  );
}

const VISITS: readonly ColumnSchema[] = [
  { name: 'city', type: 'string' },
  { name: 'visits', type: 'integer' },
  { name: 'no', type: 'integer' },
];
const ROWS: ExampleTable['rows'] = [
  ['b', 2, 1],
  [null, 1, 2],
  ['a', null, 3],
  ['b', 2, 4],
  ['Z', 9007199254740993n, 5],
  ['a', 3, 6],
  ['é', 9007199254740992n, 7],
];

export const sortRows = defineNode({
  kind: 'transform',
  id: 'sortRows',
  label: 'Sort Rows',
  category: 'clean',
  description:
    'Sorts the rows by one or more columns. The sort is stable; text is sorted by code point.',
  inputs: [DATAFRAME_IN],
  outputs: [DATAFRAME_OUT],
  defaultConfig: { columns: [], ascending: true, na_position: 'last' },
  config,
  fields: [
    {
      key: 'columns',
      label: 'Columns',
      type: 'column_list',
      required: true,
      help: 'The first column has precedence; each further column orders the ties.',
    },
    {
      key: 'ascending',
      label: 'Ascending',
      type: 'boolean',
      required: false,
      default: true,
      help: 'true: smallest first. A list has one direction for each column.',
    },
    {
      key: 'na_position',
      label: 'Nulls',
      type: 'select',
      required: false,
      default: 'last',
      options: ['first', 'last'],
      help: 'Where nulls are placed, regardless of the direction.',
    },
  ],
  rows: 'other',
  columns(inputs, { columns, ascending }) {
    const directions = (): void => {
      checkDirectionCount(columns, ascending);
    };
    checkFields([...columnChecks('columns', columns, inputs.one()), ['ascending', directions]]);
    return inputs.one();
  },
  lineage: (_inputs, { columns }) => ({ rows: columns.map((name) => inputColumn(name)) }),
  polars(inputs, settings, { pl }) {
    return sortPlan(pl, inputs.one(), sortKeys(settings), settings.na_position === 'last');
  },
  pandas(inputs, settings) {
    return sortFrame(inputs.one(), sortKeys(settings), settings.na_position);
  },
  python: {
    pandas(_settings, python) {
      python.line(`${python.target} = ${python.frame()}.sort_values(`);
      python.line(`    by=${python.value(['columns'])},`);
      python.line(`    ascending=${python.value(['ascending'])},`);
      python.line(`    na_position=${python.value(['na_position'])},`);
      python.line('    kind="stable",');
      python.line('    ignore_index=True,');
      python.line(')');
    },
    polars(settings, python) {
      python.line(`${python.target} = ${python.frame()}.sort(`);
      python.line(`    ${polarsColumns(python, settings.columns, ['columns'])},`);
      python.line(`    descending=${descendingCode(settings, python)},`);
      python.line(`    nulls_last=${nullsLastCode(python)},`);
      python.line('    maintain_order=True,');
      python.line(')');
    },
  },
  examples: [
    {
      title: 'Text by code point, nulls last, ties in input order',
      config: { columns: ['city'] },
      inputs: { in: { columns: VISITS, rows: ROWS } },
      expected: {
        columns: VISITS,
        rows: [
          ['Z', 9007199254740993n, 5],
          ['a', null, 3],
          ['a', 3, 6],
          ['b', 2, 1],
          ['b', 2, 4],
          ['é', 9007199254740992n, 7],
          [null, 1, 2],
        ],
      },
    },
    {
      title: 'A descending sort also keeps the order of ties, and nulls come first if requested',
      config: { columns: ['visits'], ascending: false, na_position: 'first' },
      inputs: { in: { columns: VISITS, rows: ROWS } },
      expected: {
        columns: VISITS,
        rows: [
          ['a', null, 3],
          ['Z', 9007199254740993n, 5],
          ['é', 9007199254740992n, 7],
          ['a', 3, 6],
          ['b', 2, 1],
          ['b', 2, 4],
          [null, 1, 2],
        ],
      },
    },
    {
      title: 'Two columns with different directions',
      config: { columns: ['city', 'no'], ascending: [true, false] },
      inputs: { in: { columns: VISITS, rows: ROWS } },
      expected: {
        columns: VISITS,
        rows: [
          ['Z', 9007199254740993n, 5],
          ['a', 3, 6],
          ['a', null, 3],
          ['b', 2, 4],
          ['b', 2, 1],
          ['é', 9007199254740992n, 7],
          [null, 1, 2],
        ],
      },
    },
    {
      title: 'Too many directions are an error',
      config: { columns: ['city'], ascending: [true, false] },
      inputs: { in: { columns: VISITS, rows: ROWS } },
      expected: { error: /1 columns? .*2 directions/ },
    },
  ],
});

function sortKeys({ columns, ascending }: Config): readonly SortKey[] {
  return columns.map((column, index) => {
    const isAscending = typeof ascending === 'boolean' ? ascending : ascending[index];
    return { column, descending: isAscending === false };
  });
}

function descendingCode({ ascending }: Config, python: PythonContext): string {
  const code = python.value(['ascending']);
  if (code !== python.literal(ascending)) return `not ${code}`;
  return python.literal(
    typeof ascending === 'boolean' ? !ascending : ascending.map((each) => !each),
  );
}

function nullsLastCode(python: PythonContext): string {
  const code = python.value(['na_position']);
  if (code === '"last"') return 'True';
  return code === '"first"' ? 'False' : `${code} == "last"`;
}
