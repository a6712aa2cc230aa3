import { CHART_LIMITS } from '../../charts/limits.ts';
import { defineNode } from '../definition.ts';
import { columnField } from '../form.ts';
import { categoryRows, categoryTables } from './category-tables.ts';
import {
  aggregateField,
  limitField,
  optionalColumnField,
  requireMeasure,
  titleField,
} from './chart-fields.ts';
import { chartPieExamples } from './examples/chart-pie-examples.ts';

const { slices } = CHART_LIMITS;

export const chartPie = defineNode({
  id: 'chartPie',
  label: 'Pie Chart',
  category: 'chart',
  description:
    'Draws an aggregate for each category as a slice, the greatest first. Categories beyond the limit are aggregated together as Other; null is (blank), or (null) beside a text that is (blank). Rows pass through.',
  form: {
    title: titleField,
    category: columnField('Categories', { help: 'A slice for each of its values.' }),
    value: optionalColumnField('Values', 'The column to aggregate: numbers, unless it is counted.'),
    aggregate: aggregateField('count'),
    limit: limitField(slices),
  },
  refine: (config) => config.superRefine(requireMeasure('value')),
  lower({ title, category, value, aggregate, limit }, inputs) {
    const input = inputs.one();
    const column = value === '' ? null : value;
    const all = categoryRows(
      input,
      { label: { column: category, field: 'category' } },
      { column, aggregate, field: 'value' },
    );
    const tables = categoryTables(all, limit ?? slices.default);
    return input.artifact({ kind: 'pie', title, category, value: column, aggregate }, tables);
  },
  examples: chartPieExamples,
});
