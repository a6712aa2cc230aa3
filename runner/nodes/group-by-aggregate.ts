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
} from './python/aggregate-code.ts';
import { groupByAggregateExamples } from './examples/group-by-aggregate-examples.ts';
import { columnList, checkDistinctNames } from './rules/column-list.ts';
import { oneOfMessage } from './rules/one-of-message.ts';
import { DATAFRAME_IN, DATAFRAME_OUT, defineNode } from './definition.ts';
import { computedFrom, inputColumn } from './lineage.ts';
import { columnMapping } from './rules/column-mapping.ts';
import {
  checkFields,
  columnChecks,
  attributeToField,
  type FieldCheck,
} from './rules/field-checks.ts';

/** Function names of other tools, for hints. */
const SPELLINGS: Readonly<Record<string, (typeof AGGREGATES)[number]>> = {
  avg: 'mean',
  average: 'mean',
  maximum: 'max',
  minimum: 'min',
};
const aggregate = z.enum(AGGREGATES);
const config = z.object({
  group_by: columnList,
  aggregations: columnMapping(
    z.union([aggregate, z.array(aggregate).min(1)], {
      error: oneOfMessage({
        values: AGGREGATES,
        spellings: SPELLINGS,
        more: ', or a list of them',
      }),
    }),
    'must be an object from column to function, such as {"amount": "sum"}',
  ),
});
type Config = z.infer<typeof config>;

export const groupByAggregate = defineNode({
  kind: 'transform',
  id: 'groupByAggregate',
  label: 'Group By Aggregate',
  category: 'reshape',
  description:
    'Groups rows by equal keys and aggregates columns over each group. Groups are in order of first appearance; null is a key.',
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
      help: 'The key columns.',
    },
    {
      key: 'aggregations',
      label: 'Aggregations',
      type: 'mapping',
      required: true,
      placeholder: '{"amount": "sum"}',
      help: `From column to function (${AGGREGATES.join(', ')}), or to a list of functions. The results of a list are named column_function.`,
    },
  ],
  rows: 'groups',
  checksValues: ({ aggregations }) =>
    Object.values(aggregations)
      .flat()
      .some((name) => name === 'sum' || name === 'prod'),
  columns(inputs, settings) {
    const input = inputs.one();
    const aggregations = listAggregations(settings);
    checkFields([
      ...columnChecks('group_by', settings.group_by, input),
      ...aggregations.map((one): FieldCheck => [
        'aggregations',
        () => resultColumn(one, settings, input),
      ]),
    ]);
    const keys = settings.group_by.map((name) => findColumn(input, name));
    const results = aggregations.map((one) => resultColumn(one, settings, input));
    const columns = [...keys.map(({ name, type }) => ({ name, type })), ...results];
    attributeToField(
      settings.group_by.length > new Set(settings.group_by).size ? 'group_by' : 'aggregations',
      () => {
        checkDistinctNames(columns.map(({ name }) => name));
      },
    );
    return columns;
  },
  lineage: (_inputs, settings) => ({
    columns: new Map(
      listAggregations(settings).map(({ source, name }) => [name, computedFrom(source)]),
    ),
    rows: settings.group_by.map((name) => inputColumn(name)),
  }),
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
  examples: groupByAggregateExamples,
});

/** The result column of an aggregation. @throws UserError for an unknown column, a key or an invalid type */
function resultColumn(
  { source, aggregate, name }: Aggregation,
  settings: Config,
  input: readonly ColumnSchema[],
): ColumnSchema {
  const column = findColumn(input, source);
  if (settings.group_by.includes(source)) {
    throw new UserError(`"${source}" is a key and cannot be aggregated. Aggregate another column.`);
  }
  return { name, type: aggregateType(aggregate, column) };
}

/** The aggregations in the order of the config, one for each result column. */
function listAggregations({ aggregations }: Config): readonly Aggregation[] {
  return Object.entries(aggregations).flatMap(([source, functions]) =>
    typeof functions === 'string'
      ? [{ source, aggregate: functions, name: source }]
      : functions.map((aggregate) => ({ source, aggregate, name: `${source}_${aggregate}` })),
  );
}
