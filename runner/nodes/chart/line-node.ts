import { z } from 'zod';
import { CHART_LIMITS } from '../../charts/limits.ts';
import { unusedName } from '../../domain/unused-name.ts';
import { defineNode, type AnyNode, type NodeExample } from '../definition.ts';
import { columnField, columnsField, type FormField } from '../form.ts';
import { distinctColumns } from '../rules/derived-columns.ts';
import type { Table } from '../../plan/table.ts';
import { categoryOf, labelText, rowCount } from './category-tables.ts';
import { aggregateField, titleField } from './chart-fields.ts';
import { measureOf, type Measure } from './measure.ts';
import { inOrderOfTexts } from './order-of-x.ts';
import { thinned } from './thinned.ts';

const { series: maxSeries, linePoints } = CHART_LIMITS;

const seriesField: FormField<readonly string[]> = {
  ...columnsField('Series', {
    dropsRepeats: true,
    help: `One to ${maxSeries} columns to aggregate.`,
  }),
  schema: z
    .array(z.string('a column name must be text'), 'must be a list of column names')
    .min(1, 'needs at least one column')
    .max(maxSeries, `must be at most ${maxSeries} columns`),
};

/** Declares a chart of points by ascending x. */
export function defineLineNode(node: {
  readonly id: string;
  readonly kind: 'line' | 'area';
  readonly label: string;
  readonly examples: readonly NodeExample[];
}): AnyNode {
  const { id, kind, label, examples } = node;
  return defineNode({
    id,
    label,
    category: 'chart',
    description: `Draws aggregates of one or more columns by the values of another, as ${kind === 'line' ? 'lines' : 'areas'}. The values of x are in order: numbers and dates ascending, also in text if at least 80% of its cells are numbers, or dates; other text as it first appears. Blanks are last. Of more than ${linePoints} points some are left out at even distances. Rows pass through.`,
    form: {
      title: titleField,
      x: columnField('X', { help: 'A point for each of its values.' }),
      y_columns: seriesField,
      aggregate: aggregateField('mean'),
    },
    lower({ title, x, y_columns, aggregate }, inputs) {
      const input = inputs.one();
      const tables = lineTables(input, x, { names: y_columns, aggregate });
      const series = [...y_columns];
      return input.artifact({ kind, title, x, series, aggregate }, tables);
    },
    examples,
  });
}

function lineTables(
  input: Table,
  x: string,
  {
    names,
    aggregate,
  }: { readonly names: readonly string[]; readonly aggregate: Measure['aggregate'] },
): Record<string, Table> {
  const column = input.column(x, 'x');
  const measures = distinctColumns(input, names, 'y_columns').map(({ name }) => ({
    // Messages name the column of the user where possible.
    source: unusedName(name, ['x', 'all', ...names.filter((other) => other !== name)]),
    expression: measureOf(input, { column: name, aggregate, field: 'y_columns' }),
  }));
  const rows = input
    .withColumns([
      { name: 'x', expression: categoryOf(column) },
      ...measures.map(({ source, expression }) => ({ name: source, expression })),
    ])
    .select(['x', ...measures.map(({ source }) => source)], 'y_columns');
  const calls = measures.map(({ source }, index) => ({ name: `y${index}`, source, aggregate }));
  const groups = rows.aggregate(['x'], calls, { keys: 'x', calls: 'y_columns' });
  const sorted =
    column.type === 'string'
      ? inOrderOfTexts(rows, groups)
      : groups.sort([{ column: 'x', descending: false }], 'last', {}, 'x');
  const points = thinned(sorted, linePoints);
  return {
    points: points.withColumns([{ name: 'x', expression: labelText({ ...column, name: 'x' }) }]),
    total: rowCount(rows.select(['x'], 'x').distinct([], 'first', 'x')),
  };
}
