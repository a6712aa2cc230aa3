import { ORIENTATIONS } from '../../charts/chart-request.ts';
import { CHART_LIMITS } from '../../charts/limits.ts';
import { defineNode } from '../definition.ts';
import { columnField, selectField } from '../form.ts';
import {
  categoryRows,
  categoryTables,
  countOfCategories,
  topCategories,
  type CategoryRows,
} from './category-tables.ts';
import {
  aggregateField,
  limitField,
  optionalColumnField,
  requireMeasure,
  titleField,
} from './chart-fields.ts';
import { chartBarExamples } from './examples/chart-bar-examples.ts';
import { cellsOf } from './grouped-tables.ts';
import type { Table } from '../../plan/table.ts';

const { bars, series: maxSeries } = CHART_LIMITS;

export const chartBar = defineNode({
  id: 'chartBar',
  label: 'Bar Chart',
  category: 'chart',
  description:
    'Draws an aggregate for each category as a bar, the greatest first. Categories beyond the limit are aggregated together as Other; null is (blank), or (null) beside a text that is (blank). Rows pass through.',
  form: {
    title: titleField,
    x: columnField('Categories', { help: 'A bar for each of its values.' }),
    y: optionalColumnField('Values', 'The column to aggregate: numbers, unless it is counted.'),
    aggregate: aggregateField('sum'),
    group_by: optionalColumnField(
      'Series',
      `A bar for each of its values in each category, at most ${maxSeries} and Other.`,
    ),
    orientation: selectField('Orientation', ORIENTATIONS, { default: 'vertical' }),
    limit: limitField({ min: 1, ...bars }),
  },
  refine: (config) => config.superRefine(requireMeasure('y')),
  lower({ title, x, y, aggregate, group_by, orientation, limit }, inputs) {
    const input = inputs.one();
    const grouped = group_by !== '';
    const all = categoryRows(
      input,
      {
        label: { column: x, field: 'x' },
        series: grouped ? { column: group_by, field: 'group_by' } : undefined,
      },
      { column: y === '' ? null : y, aggregate, field: 'y' },
    );
    const tables = grouped
      ? groupedTables(all, limit ?? bars.default)
      : categoryTables(all, limit ?? bars.default);
    return input.artifact(
      {
        kind: 'bar',
        title,
        x,
        y: y === '' ? null : y,
        aggregate,
        orientation,
        group_by: grouped ? group_by : null,
      },
      tables,
    );
  },
  examples: chartBarExamples,
});

function groupedTables(all: CategoryRows, limit: number): Record<string, Table> {
  const categories = topCategories(all, 'label', limit);
  const groups = topCategories(all, 'series', maxSeries);
  return {
    categories,
    groups,
    cells: cellsOf(all, { label: categories, series: groups }),
    total: countOfCategories(all, 'label'),
    total_groups: countOfCategories(all, 'series'),
  };
}
