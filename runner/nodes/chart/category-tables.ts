import { BLANK, TEXT_END } from '../../charts/labels.ts';
import type { CategoryOrder } from '../../charts/chart-request.ts';
import type { ColumnSchema } from '../../domain/column.ts';
import { unusedName } from '../../domain/unused-name.ts';
import { asText } from '../../expressions/coerce.ts';
import { coalesce, ifThenElse, nullIf } from '../../expressions/operations/conditional.ts';
import { joinText, startsWithText, trimText } from '../../expressions/operations/text.ts';
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
  /** For the order by category it has the cells of the categories too, as `x`. */
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
  order: CategoryOrder,
): CategoryRows {
  const texts = Object.entries(keys).flatMap(([name, key]) =>
    key === undefined ? [] : [{ name, expression: labelText(input.column(key.column, key.field)) }],
  );
  const { column, field } = keys.label;
  const cells = { name: 'x', expression: categoryOf(input.column(column, field)) };
  const fields = order === 'category' ? [...texts, cells] : texts;
  const names = fields.map(({ name }) => name);
  const source = unusedName(measure.column ?? 'rows', ['label', 'series', 'all', 'kept', ...names]);
  const rows = input
    .withColumns([...fields, { name: source, expression: measureOf(input, measure) }])
    .select([...names, source], measure.field);
  return { rows, measure, source };
}

/** A category: a text without blanks at its ends; null for null, an empty text and blanks. */
export function categoryOf(column: ColumnSchema): TypedExpression {
  const cell = columnReference(column);
  if (column.type !== 'string') return cell;
  return call(nullIf('string'), call(trimText, cell), literal('string', ''));
}

/** A category as the text that labelsOf reads. Two categories with the same text are one; null has its own. */
export function labelText(column: ColumnSchema): TypedExpression {
  const blank = literal('string', BLANK);
  const text = asText(categoryOf(column));
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
export function topCategories(all: CategoryRows, limit: number): Table {
  return ranked(all, 'label').slice({ offset: 0, length: limit });
}

/** The series with the greatest values: the last place is that of the rest, if there are more than the limit. */
export function topSeries(all: CategoryRows, limit: number): Table {
  const { field } = all.measure;
  const series = ranked(all, 'series');
  const beyond = rowCount(series.slice({ offset: limit, length: 1 }));
  const last = withAll(series.slice({ offset: limit - 1, length: 1 }));
  const folded = last.join(beyond, joinOn('all', field, 'semi'));
  return series.slice({ offset: 0, length: limit }).join(folded, joinOn('label', field, 'anti'));
}

function ranked(all: CategoryRows, key: Key): Table {
  const { field } = all.measure;
  const totals = totalsBy(all, [key]).sort(
    [{ column: 'value', descending: true }],
    'last',
    {},
    field,
  );
  return key === 'label' ? totals : totals.rename({ [key]: 'label' }, field);
}

/** A join that only chooses rows. */
function joinOn(key: string, field: string, how: 'semi' | 'anti') {
  return {
    leftKeys: [key],
    rightKeys: [key],
    keyFields: [field, field],
    how,
    suffixes: ['', '_other'],
  } as const;
}

/** The number of categories, as `count`. */
export function countOfCategories({ rows, measure }: CategoryRows, key: Key): Table {
  return rowCount(rows.select([key], measure.field).distinct([], 'first', measure.field));
}

/** The aggregate of all rows that are in none of the categories: one row, or none without such rows. */
export function restOf(all: CategoryRows, top: Table): Table {
  const { measure } = all;
  const rest = all.rows.join(top, joinOn('label', measure.field, 'anti'));
  return totalsBy({ ...all, rows: withAll(rest) }, ['all']);
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
