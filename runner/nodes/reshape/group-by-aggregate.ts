import { z } from 'zod';
import { AGGREGATES } from '../../expressions/aggregates.ts';
import { defineNode } from '../definition.ts';
import { groupByAggregateExamples } from './examples/group-by-aggregate-examples.ts';
import { columnsField, mappingField } from '../form.ts';
import { oneOfMessage } from '../rules/one-of-message.ts';

/** Function names of other tools, for hints. */
const SPELLINGS: Readonly<Record<string, (typeof AGGREGATES)[number]>> = {
  avg: 'mean',
  average: 'mean',
  maximum: 'max',
  minimum: 'min',
};
const aggregate = z.enum(AGGREGATES);
const functions = z.union([aggregate, z.array(aggregate).min(1)], {
  error: oneOfMessage({ values: AGGREGATES, spellings: SPELLINGS, more: ', or a list of them' }),
});

export const groupByAggregate = defineNode({
  id: 'groupByAggregate',
  label: 'Group By Aggregate',
  category: 'reshape',
  description:
    'Groups rows by equal keys and aggregates columns over each group. Groups are in order of first appearance; null is a key.',
  form: {
    group_by: columnsField('Group by', { help: 'The key columns.' }),
    aggregations: mappingField(
      'Aggregations',
      functions,
      'must be an object from column to function, such as {"amount": "sum"}',
      {
        placeholder: '{"amount": "sum"}',
        help: `From column to function (${AGGREGATES.join(', ')}), or to a list of functions. The results of a list are named column_function.`,
      },
    ),
  },
  lower({ group_by: keys, aggregations }, inputs) {
    const input = inputs.one();
    const calls = Object.entries(aggregations).flatMap(([source, names]) =>
      typeof names === 'string'
        ? [{ source, aggregate: names, name: source }]
        : names.map((name) => ({ source, aggregate: name, name: `${source}_${name}` })),
    );
    return input.aggregate(keys, calls, { keys: 'group_by', calls: 'aggregations' });
  },
  examples: groupByAggregateExamples,
});
