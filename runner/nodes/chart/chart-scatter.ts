import { CHART_LIMITS } from '../../charts/limits.ts';
import { isNotNullOperation } from '../../expressions/operations/logic.ts';
import type { ColumnSchema } from '../../domain/column.ts';
import { call, columnReference } from '../../expressions/typed-expression.ts';
import { coerce } from '../../expressions/coerce.ts';
import { defineNode } from '../definition.ts';
import { columnField } from '../form.ts';
import { requireTypes } from '../rules/required-types.ts';
import type { Field } from '../../plan/relation.ts';
import type { Table } from '../../plan/table.ts';
import { rowCount } from './category-tables.ts';
import { titleField } from './chart-fields.ts';
import { chartScatterExamples } from './examples/chart-scatter-examples.ts';
import { asFloat, both, isFinite } from './float-expressions.ts';
import { CHART_TYPES } from './measure.ts';
import { thinned } from './thinned.ts';

const { scatterPoints } = CHART_LIMITS;

export const chartScatter = defineNode({
  id: 'chartScatter',
  label: 'Scatter Plot',
  category: 'chart',
  description: `Draws a point for each row that has both coordinates, which are numbers or dates. Of more than ${scatterPoints} points some are left out at even distances in the order of the rows. Rows pass through.`,
  form: {
    title: titleField,
    x: columnField('X', {
      help: 'Numbers or dates. Texts are read as numbers; others are missing.',
    }),
    y: columnField('Y', { help: 'Numbers or dates of another column.' }),
  },
  refine: (config) =>
    config.refine(({ x, y }) => x !== y, { path: ['y'], message: 'must be another column than x' }),
  lower({ title, x, y }, inputs) {
    const input = inputs.one();
    const points = pointsOf(input, [
      { name: 'x', column: coordinate(input, x, 'x') },
      { name: 'y', column: coordinate(input, y, 'y') },
    ]);
    return input.artifact(
      { kind: 'scatter', title, x, y },
      { points: thinned(points, scatterPoints), total: rowCount(points) },
    );
  },
  examples: chartScatterExamples,
});

function coordinate(input: Table, name: string, field: 'x' | 'y'): ColumnSchema {
  const column = input.column(name, field);
  requireTypes([column], field, [...CHART_TYPES, 'datetime']);
  return column;
}

interface Axis {
  readonly name: 'x' | 'y';
  readonly column: ColumnSchema;
}

/** The rows with both coordinates. Infinities have no place in a chart. */
function pointsOf(input: Table, axes: readonly [Axis, Axis]): Table {
  const fields = axes.map(({ name, column }): Field => {
    const cell = columnReference(column);
    if (column.type === 'string') return { name, expression: asFloat(column) };
    const isOther = column.type === 'boolean' || column.type === 'null';
    return { name, expression: isOther ? (coerce(cell, 'integer') ?? cell) : cell };
  });
  const [first, second] = fields.map(({ name, expression: { type } }) => {
    const cell = columnReference({ name, type });
    return type === 'float' ? isFinite(cell) : call(isNotNullOperation, cell);
  });
  const rows = input.withColumns(fields).select(['x', 'y'], 'x');
  if (first === undefined || second === undefined) throw new TypeError('A point has two axes.');
  return rows.filter(both(first, second));
}
