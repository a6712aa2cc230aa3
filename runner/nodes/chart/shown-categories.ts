import type { CategoryOrder } from '../../charts/chart-request.ts';
import type { Table } from '../../plan/table.ts';
import {
  countOfCategories,
  restOf,
  topCategories,
  totalsBy,
  type CategoryRows,
} from './category-tables.ts';
import { inOrderOfTexts } from './order-of-x.ts';

/** The categories with the greatest values, as `label` and `value`, in an order. */
export function shownCategories(all: CategoryRows, limit: number, order: CategoryOrder): Table {
  const kept = topCategories(all, limit);
  if (order === 'value') return kept;
  return order === 'input' ? byAppearance(all, kept) : byCategory(all, kept);
}

/** The tables of a chart with one value for each category. */
export function categoryTables(
  all: CategoryRows,
  limit: number,
  order: CategoryOrder,
): Record<string, Table> {
  const categories = shownCategories(all, limit, order);
  return { categories, rest: restOf(all, categories), total: countOfCategories(all, 'label') };
}

function byAppearance(all: CategoryRows, kept: Table): Table {
  return totalsBy(all, ['label']).join(kept, joinByLabel(all, 'semi'));
}

/** Numbers and dates ascending, also in text that mostly has them; other texts by code point; null last. */
function byCategory(all: CategoryRows, kept: Table): Table {
  const { field } = all.measure;
  const names = kept.columns.map(({ name }) => name);
  const cells = all.rows.select(['label', 'x'], field).distinct(['label'], 'first', field);
  const keyed = kept.join(cells, joinByLabel(all, 'left'));
  const sorted =
    all.rows.column('x', field).type === 'string'
      ? inOrderOfTexts(all.rows, keyed, 'text')
      : keyed.sort([{ column: 'x', descending: false }], 'last', {}, field);
  return sorted.select(names, field);
}

function joinByLabel({ measure: { field } }: CategoryRows, how: 'semi' | 'left') {
  return {
    leftKeys: ['label'],
    rightKeys: ['label'],
    keyFields: [field, field],
    how,
    suffixes: ['', '_cell'],
  } as const;
}
