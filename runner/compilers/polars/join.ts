import type pl from 'nodejs-polars';
import type { ColumnSchema } from '../../domain/column.ts';
import { polarsType } from '../../engines/polars/column-types.ts';
import type { JoinedColumn, JoinKind, JoinPlan, KeyPair } from '../../domain/join.ts';
import { canMatchNullKeys } from '../../engines/polars/pinned/null-keys.ts';
import { PolarsBuilder } from '../../expressions/polars-builder.ts';
import { columnExpression } from '../../engines/polars/column-expression.ts';
import type { PolarsFrame, PolarsLibrary } from '../../engines/polars/frame.ts';

/** A right join is a left join with swapped sides. */
const HOW = {
  inner: 'inner',
  left: 'left',
  right: 'left',
  semi: 'semi',
  anti: 'anti',
} as const satisfies Readonly<Record<Exclude<JoinKind, 'outer'>, string>>;

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
  if (plan.how === 'outer') return outerJoin(library, { left, right, plan }, sides);
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

/** A side with its columns by position, and the names of its keys. */
interface Side {
  readonly plan: pl.LazyDataFrame;
  readonly keys: readonly string[];
}

/**
 * A left join, and below it the right rows without a match. The full join of polars returns unmatched rows
 * in an order that differs from run to run.
 */
function outerJoin(
  library: PolarsLibrary,
  { left, right, plan }: { left: PolarsFrame; right: PolarsFrame; plan: JoinPlan },
  [leftSide, rightSide]: readonly [Side, Side],
): pl.LazyDataFrame {
  const build = new PolarsBuilder(library);
  const matched = leftSide.plan.join(rightSide.plan, {
    leftOn: [...leftSide.keys],
    rightOn: [...rightSide.keys],
    how: 'left',
    coalesce: false,
    maintainOrder: 'left_right',
  });
  const rest = rightSide.plan.join(leftSide.plan, {
    leftOn: [...rightSide.keys],
    rightOn: [...leftSide.keys],
    how: 'anti',
    maintainOrder: 'left_right',
  });
  const cell = (side: 'l' | 'r', { source, type }: JoinedColumn): pl.Expr => {
    const { columns } = side === 'l' ? left : right;
    const cells = library.col(positionName(columns, side, source));
    const isConverted = columns.some((column) => column.name === source && column.type !== type);
    return isConverted ? build.cast(cells, type) : cells;
  };
  return library.concat(
    [
      matched.select(
        ...plan.columns.map((column) =>
          cell(column.from === 'right' ? 'r' : 'l', column).alias(column.name),
        ),
      ),
      rest.select(
        ...plan.columns.map((column) =>
          (column.from === 'left' ? build.literal(column.type, null) : cell('r', column)).alias(
            column.name,
          ),
        ),
      ),
    ],
    { how: 'vertical' },
  );
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
  const isRight = column.from === 'right' || (column.from === 'key' && source.how === 'right');
  return library.col(isRight ? source.right : source.left);
}
