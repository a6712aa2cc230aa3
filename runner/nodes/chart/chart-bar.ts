import { ORIENTATIONS, type CategoryOrder } from '../../charts/chart-request.ts';
import { CHART_LIMITS } from '../../charts/limits.ts';
import { defineNode } from '../definition.ts';
import { columnField, optionalColumnField, selectField } from '../form.ts';
import {
  categoryRows,
  countOfCategories,
  topSeries,
  type CategoryRows,
} from './category-tables.ts';
import {
  aggregateField,
  limitField,
  requireMeasure,
  sortField,
  titleField,
} from './chart-fields.ts';
import { chartBarExamples } from './examples/chart-bar-examples.ts';
import { cellsOf } from './grouped-tables.ts';
import { shownMeasure } from './measure.ts';
import { categoryTables, shownCategories } from './shown-categories.ts';
import type { Table } from '../../plan/table.ts';

const { bars, series: maxSeries } = CHART_LIMITS;

export const chartBar = defineNode({
  id: 'chartBar',
  label: 'Bar Chart',
  category: 'chart',
  description:
    'Draws an aggregate for each category as a bar, the greatest first unless sort is another order. Categories beyond the limit are aggregated together as Other; null is (blank), or (null) beside a text that is (blank). Rows pass through.',
  form: {
    title: titleField,
    x: columnField('Categories', { help: 'A bar for each of its values.' }),
    y: optionalColumnField('Values', {
      help: 'The column of numbers to aggregate. Texts are read as numbers; others are missing. The aggregate count reads none.',
    }),
    aggregate: aggregateField('sum'),
    group_by: optionalColumnField('Series', {
      help: `A bar for each of its values in each category, at most ${maxSeries}: of more the ${maxSeries - 1} greatest, and Other.`,
    }),
    orientation: selectField('Orientation', ORIENTATIONS, {
      default: 'vertical',
      nullMeans: 'absent',
      emptyIsAbsent: true,
    }),
    limit: limitField({ min: 1, ...bars }),
    sort: sortField,
  },
  refine: (config) => config.superRefine(requireMeasure('y')),
  lower({ title, x, y, aggregate, group_by, orientation, limit, sort }, inputs) {
    const input = inputs.one();
    const grouped = group_by !== '';
    const all = categoryRows(
      input,
      {
        label: { column: x, field: 'x' },
        series: grouped ? { column: group_by, field: 'group_by' } : undefined,
      },
      { column: y === '' ? null : y, aggregate, field: 'y' },
      sort,
    );
    const tables = grouped
      ? groupedTables(all, limit ?? bars.default, sort)
      : categoryTables(all, limit ?? bars.default, sort);
    return input.artifact(
      {
        kind: 'bar',
        title,
        x,
        y: shownMeasure(y, aggregate),
        aggregate,
        orientation,
        group_by: grouped ? group_by : null,
      },
      tables,
    );
  },
  examples: chartBarExamples,
});

function groupedTables(
  all: CategoryRows,
  limit: number,
  order: CategoryOrder,
): Record<string, Table> {
  const categories = shownCategories(all, limit, order);
  const groups = topSeries(all, maxSeries);
  return {
    categories,
    groups,
    cells: cellsOf(all, { label: categories, series: groups }),
    total: countOfCategories(all, 'label'),
    total_groups: countOfCategories(all, 'series'),
  };
}
