import { CHART_LIMITS } from '../../charts/limits.ts';
import { defineNode } from '../definition.ts';
import { columnField, optionalColumnField } from '../form.ts';
import { categoryRows } from './category-tables.ts';
import {
  aggregateField,
  limitField,
  requireMeasure,
  sortField,
  titleField,
} from './chart-fields.ts';
import { shownMeasure } from './measure.ts';
import { categoryTables } from './shown-categories.ts';
import { chartPieExamples } from './examples/chart-pie-examples.ts';

const { slices } = CHART_LIMITS;

export const chartPie = defineNode({
  id: 'chartPie',
  label: 'Pie Chart',
  category: 'chart',
  description:
    'Draws an aggregate for each category as a slice, the greatest first unless sort is another order. Categories beyond the limit are aggregated together as Other; null is (blank), or (null) beside a text that is (blank). Rows pass through.',
  form: {
    title: titleField,
    category: columnField('Categories', { help: 'A slice for each of its values.' }),
    value: optionalColumnField('Values', {
      help: 'The column of numbers to aggregate. The aggregate count reads none.',
    }),
    aggregate: aggregateField('count'),
    limit: limitField(slices),
    sort: sortField,
  },
  refine: (config) => config.superRefine(requireMeasure('value')),
  lower({ title, category, value, aggregate, limit, sort }, inputs) {
    const input = inputs.one();
    const column = value === '' ? null : value;
    const all = categoryRows(
      input,
      { label: { column: category, field: 'category' } },
      { column, aggregate, field: 'value' },
      sort,
    );
    const tables = categoryTables(all, limit ?? slices.default, sort);
    const shown = shownMeasure(value, aggregate);
    return input.artifact({ kind: 'pie', title, category, value: shown, aggregate }, tables);
  },
  examples: chartPieExamples,
});
