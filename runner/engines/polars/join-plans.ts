import type pl from 'nodejs-polars';
import type { ColumnSchema } from '../../domain/column.ts';
import type { JoinedColumn, JoinKind, JoinPlan, KeyPair } from '../join-plan.ts';
import { columnExpression } from './column-expression.ts';
import type { PolarsFrame, PolarsLibrary } from './frame.ts';

/** A right join is a left join with swapped sides. */
const HOW = {
  inner: 'inner',
  left: 'left',
  right: 'left',
  outer: 'full',
  semi: 'semi',
  anti: 'anti',
} as const satisfies Readonly<Record<JoinKind, string>>;

/**
 * Joins two lazy plans. Columns are renamed by position (`l0`, `r0`), so that names neither clash nor
 * expand as patterns; keys are `lk0` and `rk0`.
 */
export function joinPlans(
  library: PolarsLibrary,
  left: PolarsFrame,
  right: PolarsFrame,
  plan: JoinPlan,
): pl.LazyDataFrame {
  const leftKeys = plan.pairs.map((pair, index) =>
    keyExpression(library, left.columns, pair.left, pair).alias(`lk${index}`),
  );
  const rightKeys = plan.pairs.map((pair, index) =>
    keyExpression(library, right.columns, pair.right, pair).alias(`rk${index}`),
  );
  const sides = [
    {
      plan: selectByPosition(library, left, 'l', leftKeys),
      keys: plan.pairs.map((_pair, at) => `lk${at}`),
    },
    {
      plan: selectByPosition(library, right, 'r', rightKeys),
      keys: plan.pairs.map((_pair, at) => `rk${at}`),
    },
  ] as const;
  const [first, second] = plan.how === 'right' ? [sides[1], sides[0]] : sides;
  const joined = first.plan.join(second.plan, {
    leftOn: first.keys,
    rightOn: second.keys,
    how: HOW[plan.how],
    coalesce: false,
    maintainOrder: 'left_right',
  });
  const cells = plan.columns.map((column) =>
    joinedCell(library, column, {
      left: positionName(left.columns, 'l', column.source),
      right: positionName(right.columns, 'r', column.source),
      how: plan.how,
    }).alias(column.name),
  );
  return joined.select(...cells);
}

function selectByPosition(
  library: PolarsLibrary,
  { lazy, columns }: PolarsFrame,
  side: 'l' | 'r',
  keys: readonly pl.Expr[],
): pl.LazyDataFrame {
  const cells = columns.map(({ name }, index) =>
    columnExpression(library, columns, name).alias(`${side}${index}`),
  );
  return lazy.select(...cells, ...keys);
}

function positionName(columns: readonly ColumnSchema[], side: 'l' | 'r', name: string): string {
  return `${side}${columns.findIndex((column) => column.name === name)}`;
}

/** A float that is compared with an integer is converted to an integer, so that the match is exact. */
function keyExpression(
  library: PolarsLibrary,
  columns: readonly ColumnSchema[],
  key: ColumnSchema,
  pair: KeyPair,
): pl.Expr {
  const cells = columnExpression(library, columns, key.name);
  if (key.type !== 'float' || pair.left.type === pair.right.type) return cells;
  return library
    .when(cells.floor().eq(cells))
    .then(cells.cast(library.Int64, false))
    .otherwise(library.lit(null));
}

function joinedCell(
  library: PolarsLibrary,
  column: JoinedColumn,
  source: { readonly left: string; readonly right: string; readonly how: JoinKind },
): pl.Expr {
  const left = library.col(source.left);
  const right = library.col(source.right);
  if (column.from !== 'key') return column.from === 'left' ? left : right;
  if (source.how === 'inner' || source.how === 'left') return left;
  if (source.how === 'right') return right;
  if (column.type !== 'float') return left.fillNull(right);
  return left.cast(library.Float64).fillNull(right.cast(library.Float64));
}
