import { CHART_LIMITS } from '../../charts/limits.ts';
import { literal } from '../../expressions/typed-expression.ts';
import { defineNode } from '../definition.ts';
import { columnField, optionalColumnField } from '../form.ts';
import { requireTypes } from '../rules/required-types.ts';
import { boxTables } from './box-tables.ts';
import { labelText } from './category-tables.ts';
import { titleField } from './chart-fields.ts';
import { chartBoxPlotExamples } from './examples/chart-box-plot-examples.ts';
import { asFloat, floatColumn, isFinite } from './float-expressions.ts';
import { CHART_TYPES, measureOf } from './measure.ts';

const { boxGroups } = CHART_LIMITS;

export const chartBoxPlot = defineNode({
  id: 'chartBoxPlot',
  label: 'Box Plot',
  category: 'chart',
  description: `Draws the quartiles of a column, for each group or for all rows, with whiskers to the least and the greatest value that is no outlier. Outliers are values more than 1.5 interquartile ranges outside the box; they are counted. Quartiles are interpolated linearly. The ${boxGroups} groups with the most values are shown. Nulls and infinities are left out. Rows pass through.`,
  form: {
    title: titleField,
    column: columnField('Column', {
      help: 'A column of numbers. Texts are read as numbers; others are missing.',
    }),
    group_by: optionalColumnField('Groups', {
      help: 'A box for each of its values. Empty: one box.',
    }),
  },
  lower({ title, column, group_by }, inputs) {
    const input = inputs.one();
    const found = input.column(column, 'column');
    requireTypes([found], 'column', CHART_TYPES);
    const label =
      group_by === '' ? literal('string', column) : labelText(input.column(group_by, 'group_by'));
    const value = measureOf(input, { column, aggregate: 'median', field: 'column' });
    const rows = input
      .withColumns([
        { name: 'label', expression: label },
        { name: 'value', expression: value },
        { name: 'number', expression: asFloat(found) },
      ])
      .select(['label', 'value', 'number'], 'column')
      .filter(isFinite(floatColumn('number')));
    return input.artifact(
      { kind: 'boxplot', title, column, group_by: group_by === '' ? null : group_by },
      boxTables(rows),
    );
  },
  examples: chartBoxPlotExamples,
});
