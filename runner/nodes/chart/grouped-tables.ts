import { call, columnReference, literal } from '../../expressions/typed-expression.ts';
import { ifThenElse } from '../../expressions/operations/conditional.ts';
import type { Table } from '../../plan/table.ts';
import { totalsBy, type CategoryRows } from './category-tables.ts';

/**
 * The aggregate of each category and series, as `label`, `series` and `value`. Those that are not among the
 * given ones are null: they are aggregated together.
 */
export function cellsOf(
  all: CategoryRows,
  kept: { readonly label: Table; readonly series: Table },
): Table {
  const { field } = all.measure;
  const folded = folds(folds(all.rows, 'label', kept.label, field), 'series', kept.series, field);
  return totalsBy({ ...all, rows: folded }, ['label', 'series']);
}

/** Replaces the keys that are not in the table `kept` by null. */
function folds(rows: Table, key: 'label' | 'series', kept: Table, field: string): Table {
  const names = kept.select(['label'], field).rename({ label: key }, field);
  const flagged = rows.join(
    names.withColumns([{ name: 'kept', expression: literal('boolean', true) }]),
    {
      leftKeys: [key],
      rightKeys: [key],
      keyFields: [field, field],
      how: 'left',
      suffixes: ['', '_kept'],
    },
  );
  const text = columnReference({ name: key, type: 'string' });
  const isKept = columnReference({ name: 'kept', type: 'boolean' });
  const expression = call(ifThenElse('string'), isKept, text, literal('string', null));
  return flagged.withColumns([{ name: key, expression }]).drop(['kept'], field);
}
