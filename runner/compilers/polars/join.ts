import type pl from 'nodejs-polars';
import type { ColumnSchema } from '../../domain/column.ts';
import type { JoinedColumn, JoinKind, JoinPlan, KeyPair } from '../../plan/join-plan.ts';
import { canMatchNullKeys } from '../../engines/polars/pinned/null-keys.ts';
import { columnExpression } from '../../engines/polars/column-expression.ts';
import { polarsType } from '../../engines/polars/column-types.ts';
import type { PolarsFrame, PolarsLibrary } from '../../engines/polars/frame.ts';

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
  const keys = keyExpressions(library, left.columns, right.columns, plan.pairs);
  const sides = [
    {
      plan: selectByPosition(library, left, 'l', keys.left),
      keys: keys.left.map((_key, at) => `lk${at}`),
    },
    {
      plan: selectByPosition(library, right, 'r', keys.right),
      keys: keys.right.map((_key, at) => `rk${at}`),
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
  return lazy.select(...cells, ...keys.map((key, index) => key.alias(`${side}k${index}`)));
}

function positionName(columns: readonly ColumnSchema[], side: 'l' | 'r', name: string): string {
  return `${side}${columns.findIndex((column) => column.name === name)}`;
}

/**
 * The keys of both sides. If polars can match null keys, one more key is true on the left, and on the right
 * only in rows without a null key.
 */
function keyExpressions(
  library: PolarsLibrary,
  leftColumns: readonly ColumnSchema[],
  rightColumns: readonly ColumnSchema[],
  pairs: readonly KeyPair[],
): { readonly left: readonly pl.Expr[]; readonly right: readonly pl.Expr[] } {
  const left = pairs.map((pair) => keyExpression(library, leftColumns, pair.left, pair));
  const right = pairs.map((pair) => keyExpression(library, rightColumns, pair.right, pair));
  if (!canMatchNullKeys(pairs)) return { left, right };
  const isComplete = right.map((key) => key.isNotNull()).reduce((all, one) => all.and(one));
  return { left: [...left, library.lit(true)], right: [...right, isComplete] };
}

/** A float that is compared with an integer is converted to an integer, so that the match is exact. */
function keyExpression(
  library: PolarsLibrary,
  columns: readonly ColumnSchema[],
  key: ColumnSchema,
  pair: KeyPair,
): pl.Expr {
  const cells = columnExpression(library, columns, key.name);
  if (pair.left.type === pair.right.type) return cells;
  if (key.type === 'null') {
    const other = key === pair.left ? pair.right : pair.left;
    return cells.cast(polarsType(library, other.type));
  }
  if (key.type !== 'float' || pair.left.type === 'null' || pair.right.type === 'null') return cells;
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
  if (column.type === 'null') return left;
  const type = polarsType(library, column.type);
  return left.cast(type).fillNull(right.cast(type));
}
