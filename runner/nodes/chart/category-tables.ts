import { BLANK, TEXT_END } from '../../charts/labels.ts';
import type { ColumnSchema } from '../../domain/column.ts';
import { unusedName } from '../../domain/unused-name.ts';
import { asText } from '../../expressions/coerce.ts';
import { coalesce, ifThenElse } from '../../expressions/operations/conditional.ts';
import { joinText, startsWithText } from '../../expressions/operations/text.ts';
import {
  call,
  columnReference,
  literal,
  type TypedExpression,
} from '../../expressions/typed-expression.ts';
import type { Table } from '../../plan/table.ts';
import { measureOf, type Measure } from './measure.ts';

/** A column of the rows below. */
type Key = 'label' | 'series';

/** The rows of a chart of categories: their texts and what is aggregated. */
export interface CategoryRows {
  readonly rows: Table;
  readonly measure: Measure;
  /** The column of `rows` that is aggregated. It has the user's name where possible, for messages. */
  readonly source: string;
}

/** The config keys of the key columns. */
interface KeyColumn {
  readonly column: string;
  readonly field: string;
}

/**
 * Converts the categories of a chart to text, as labelText does.
 * @throws ConfigError for unknown columns, and for a measure without numbers
 */
export function categoryRows(
  input: Table,
  keys: { readonly label: KeyColumn; readonly series?: KeyColumn | undefined },
  measure: Measure,
): CategoryRows {
  const fields = Object.entries(keys).flatMap(([name, key]) =>
    key === undefined ? [] : [{ name, expression: labelText(input.column(key.column, key.field)) }],
  );
  const source = unusedName(measure.column ?? 'rows', ['label', 'series', 'all', 'kept']);
  const rows = input
    .withColumns([...fields, { name: source, expression: measureOf(input, measure) }])
    .select([...fields.map(({ name }) => name), source], measure.field);
  return { rows, measure, source };
}

/** A category as the text that labelsOf reads. Two categories with the same text are one; null has its own. */
export function labelText(column: ColumnSchema): TypedExpression {
  const blank = literal('string', BLANK);
  const text = asText(columnReference(column));
  if (text.kind === 'literal') return blank;
  const key = call(coalesce('string'), text, blank);
  if (column.type !== 'string') return key;
  const ended = call(joinText, text, literal('string', TEXT_END));
  return call(ifThenElse('string'), call(startsWithText(BLANK), text, blank), ended, key);
}

/** The aggregate of each category, as `value`. */
export function totalsBy({ rows, measure, source }: CategoryRows, keys: readonly string[]): Table {
  const { aggregate, field } = measure;
  return rows.aggregate(keys, [{ name: 'value', source, aggregate }], {
    keys: field,
    calls: field,
  });
}

/** The categories with the greatest values, as `label` and `value`. Ties keep the order of the rows. */
export function topCategories(all: CategoryRows, key: Key, limit: number): Table {
  const totals = totalsBy(all, [key])
    .sort([{ column: 'value', descending: true }], 'last', {}, all.measure.field)
    .slice({ offset: 0, length: limit });
  return key === 'label' ? totals : totals.rename({ [key]: 'label' }, all.measure.field);
}

/** The number of categories, as `count`. */
export function countOfCategories({ rows, measure }: CategoryRows, key: Key): Table {
  return rowCount(rows.select([key], measure.field).distinct([], 'first', measure.field));
}

/** The aggregate of all rows that are in none of the categories: one row, or none without such rows. */
export function restOf(all: CategoryRows, top: Table): Table {
  const { measure } = all;
  const rest = all.rows.join(top, {
    leftKeys: ['label'],
    rightKeys: ['label'],
    keyFields: [measure.field, measure.field],
    how: 'anti',
    suffixes: ['', '_top'],
  });
  return totalsBy({ ...all, rows: withAll(rest) }, ['all']);
}

/** The tables of a chart with one value for each category. */
export function categoryTables(all: CategoryRows, limit: number): Record<string, Table> {
  const categories = topCategories(all, 'label', limit);
  return { categories, rest: restOf(all, categories), total: countOfCategories(all, 'label') };
}

/** The number of rows, as `count`: one row, or none. */
export function rowCount(rows: Table): Table {
  const [first] = rows.columns;
  if (first === undefined) throw new TypeError('A table has a column.');
  return withAll(
    rows.withColumns([{ name: first.name, expression: literal('integer', 1n) }]),
  ).aggregate(['all'], [{ name: 'count', source: first.name, aggregate: 'count' }], {
    keys: 'all',
    calls: 'all',
  });
}

/** Adds a key that all rows share. */
export function withAll(rows: Table): Table {
  return rows.withColumns([{ name: 'all', expression: literal('integer', 1n) }]);
}
