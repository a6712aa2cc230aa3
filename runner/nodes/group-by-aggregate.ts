import { z } from 'zod';
import type { ColumnSchema } from '../domain/column.ts';
import { UserError } from '../domain/errors.ts';
import { findColumn } from '../domain/nearest-name.ts';
import { aggregateColumn } from '../engines/pandas/kernels/aggregate-column.ts';
import { AGGREGATES, aggregateType } from '../engines/pandas/kernels/aggregate-type.ts';
import { columnByName } from '../engines/pandas/kernels/column-access.ts';
import { groupRows } from '../engines/pandas/kernels/group-rows.ts';
import { takeCells } from '../engines/pandas/kernels/take-rows.ts';
import { polarsAggregate } from '../engines/polars/aggregate-expression.ts';
import { columnExpression } from '../engines/polars/column-expression.ts';
import {
  emitPandasAggregates,
  emitPolarsAggregates,
  type Aggregation,
} from '../export/aggregate-code.ts';
import { columnList, refuseRepeatedNames } from './column-list.ts';
import { DATAFRAME_IN, DATAFRAME_OUT, defineNode, type ExampleTable } from './definition.ts';

const aggregate = z.enum(AGGREGATES, `must be one of ${AGGREGATES.join(', ')}`);
const config = z.object({
  group_by: columnList,
  aggregations: z
    .record(
      z.string(),
      z.union([aggregate, z.array(aggregate).min(1)], {
        error: `must be one of ${AGGREGATES.join(', ')}, or a list of them`,
      }),
      'must be an object of column to function, as {"amount": "sum"}',
    )
    .refine((all) => Object.keys(all).length > 0, 'needs at least one column'),
});
type Config = z.infer<typeof config>;

const SALES: readonly ColumnSchema[] = [
  { name: 'shop', type: 'string' },
  { name: 'amount', type: 'integer' },
  { name: 'paid', type: 'boolean' },
  { name: 'note', type: 'string' },
];
const ROWS: ExampleTable['rows'] = [
  ['b', 2, true, 'x'],
  [null, 9007199254740992n, null, null],
  ['a', null, false, 'z'],
  ['b', 5, true, 'y'],
  [null, 1, true, 'é'],
  ['', null, null, null],
];

export const groupByAggregate = defineNode({
  kind: 'transform',
  id: 'groupByAggregate',
  label: 'Group By Aggregate',
  category: 'reshape',
  description:
    'Makes one row of all rows with equal keys, and aggregates columns over them. Groups come in order of first appearance; null is a key.',
  inputs: [DATAFRAME_IN],
  outputs: [DATAFRAME_OUT],
  defaultConfig: { group_by: [], aggregations: {} },
  config,
  fields: [
    {
      key: 'group_by',
      label: 'Group by',
      type: 'column_list',
      required: true,
      help: 'The columns whose equal values make a group.',
    },
    {
      key: 'aggregations',
      label: 'Aggregations',
      type: 'mapping',
      required: true,
      placeholder: '{"amount": "sum"}',
      help: `From column to function (${AGGREGATES.join(', ')}), or to a list of functions; a list names its results column_function.`,
    },
  ],
  rows: 'other',
  checksValues: ({ aggregations }) =>
    Object.values(aggregations)
      .flat()
      .some((name) => name === 'sum' || name === 'prod'),
  columns(inputs, settings) {
    const keys = settings.group_by.map((name) => findColumn(inputs.one(), name));
    const results = listAggregations(settings).map(({ source, aggregate, name }) => {
      const column = findColumn(inputs.one(), source);
      if (keys.includes(column)) {
        throw new UserError(
          `"${source}" is a key of the groups and cannot be aggregated. Aggregate another column.`,
        );
      }
      return { name, type: aggregateType(aggregate, column) };
    });
    const columns = [...keys.map(({ name, type }) => ({ name, type })), ...results];
    refuseRepeatedNames(columns.map(({ name }) => name));
    return columns;
  },
  polars(inputs, settings, { pl }) {
    const { lazy, columns } = inputs.one();
    const keys = settings.group_by.map((name) => columnExpression(pl, columns, name));
    const results = listAggregations(settings).map(({ source, aggregate, name }) => {
      const column = columnExpression(pl, columns, source);
      return polarsAggregate(pl, column, aggregate, findColumn(columns, source).type).alias(name);
    });
    return lazy.groupBy(keys, true).agg(...results);
  },
  pandas(inputs, settings) {
    const frame = inputs.one();
    const keys = settings.group_by.map((name) => columnByName(frame, name));
    const groups = groupRows(keys, frame.length);
    const aggregations = listAggregations(settings);
    return {
      length: groups.count,
      names: [...settings.group_by, ...aggregations.map(({ name }) => name)],
      columns: [
        ...keys.map((key) => takeCells(key, groups.firstRows)),
        ...aggregations.map(({ source, aggregate }) =>
          aggregateColumn(columnByName(frame, source), groups, aggregate),
        ),
      ],
    };
  },
  python: {
    pandas(settings, python) {
      emitPandasAggregates(python, listAggregations(settings));
    },
    polars(settings, python) {
      emitPolarsAggregates(python, settings.group_by, listAggregations(settings));
    },
  },
  examples: [
    {
      title: 'Null is a group, exact sums, groups in order of first appearance',
      config: { group_by: ['shop'], aggregations: { amount: 'sum', paid: 'count' } },
      inputs: { in: { columns: SALES, rows: ROWS } },
      expected: {
        columns: [
          { name: 'shop', type: 'string' },
          { name: 'amount', type: 'integer' },
          { name: 'paid', type: 'integer' },
        ],
        rows: [
          ['b', 7, 2],
          [null, 9007199254740993n, 1],
          ['a', 0, 1],
          ['', 0, 0],
        ],
      },
    },
    {
      title: 'Several functions of a column; of nothing only sum and counts are not null',
      config: {
        group_by: ['shop'],
        aggregations: {
          amount: ['mean', 'median', 'std', 'prod', 'nunique'],
          note: ['min', 'last'],
        },
      },
      inputs: { in: { columns: SALES, rows: ROWS.filter(([shop]) => shop !== null) } },
      expected: {
        columns: [
          { name: 'shop', type: 'string' },
          { name: 'amount_mean', type: 'float' },
          { name: 'amount_median', type: 'float' },
          { name: 'amount_std', type: 'float' },
          { name: 'amount_prod', type: 'integer' },
          { name: 'amount_nunique', type: 'integer' },
          { name: 'note_min', type: 'string' },
          { name: 'note_last', type: 'string' },
        ],
        rows: [
          ['b', 3.5, 3.5, Math.sqrt(4.5), 10, 2, 'x', 'y'],
          ['a', null, null, null, null, 0, 'z', 'z'],
          ['', null, null, null, null, 0, null, null],
        ],
      },
    },
    {
      title: 'Booleans sum to counts; two keys make a group',
      config: { group_by: ['shop', 'note'], aggregations: { paid: ['sum', 'mean', 'max'] } },
      inputs: { in: { columns: SALES, rows: ROWS.slice(0, 3) } },
      expected: {
        columns: [
          { name: 'shop', type: 'string' },
          { name: 'note', type: 'string' },
          { name: 'paid_sum', type: 'integer' },
          { name: 'paid_mean', type: 'float' },
          { name: 'paid_max', type: 'boolean' },
        ],
        rows: [
          ['b', 'x', 1, 1, true],
          [null, null, 0, null, null],
          ['a', 'z', 0, 0, false],
        ],
      },
    },
    {
      title: 'The sum of text is refused',
      config: { group_by: ['shop'], aggregations: { note: 'sum' } },
      inputs: { in: { columns: SALES, rows: ROWS } },
      expected: { error: /sum of "note" needs numbers.*string/ },
    },
    {
      title: 'A key cannot be aggregated',
      config: { group_by: ['shop'], aggregations: { shop: 'count' } },
      inputs: { in: { columns: SALES, rows: ROWS } },
      expected: { error: /"shop" is a key/ },
    },
  ],
});

/** One result column each, in the order of the config. */
function listAggregations({ aggregations }: Config): readonly Aggregation[] {
  return Object.entries(aggregations).flatMap(([source, asked]) =>
    typeof asked === 'string'
      ? [{ source, aggregate: asked, name: source }]
      : asked.map((aggregate) => ({ source, aggregate, name: `${source}_${aggregate}` })),
  );
}
