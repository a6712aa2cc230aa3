import type pl from 'nodejs-polars';
import { countRows, type PolarsFrame, type PolarsLibrary } from '../../engines/polars/frame.ts';
import { checkProduct } from '../../plan/builders/cross-plan.ts';
import type { Cross } from '../../plan/relation.ts';
import { unusedName } from '../../domain/unused-name.ts';
import { joinPlans } from './join.ts';

/**
 * Combines each left row with each right row by a join on a constant: the streaming engine returns the rows
 * of its own cross join in any order.
 * @throws UserError when the result would have too many rows
 */
export function crossPlan(
  library: PolarsLibrary,
  [left, right]: readonly [PolarsFrame, PolarsFrame],
  relation: Cross,
): pl.LazyDataFrame {
  checkProduct(countRows(library, left), countRows(library, right), relation);
  const names = [...left.columns, ...right.columns].map((column) => column.name);
  const key = { name: unusedName('key', names), type: 'boolean' } as const;
  const keyed = ({ lazy, columns }: PolarsFrame): PolarsFrame => ({
    lazy: lazy.withColumns(library.lit(true).alias(key.name)),
    columns: [...columns, key],
  });
  const pairs = [{ left: key, right: key }];
  return joinPlans(library, keyed(left), keyed(right), {
    how: 'inner',
    pairs,
    columns: relation.cells,
  });
}
