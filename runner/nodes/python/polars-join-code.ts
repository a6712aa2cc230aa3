import type { ColumnSchema } from '../../domain/column.ts';
import { canMatchNullKeys } from '../../engines/polars/pinned/null-keys.ts';
import { isPolarsPattern } from '../../engines/polars/column-expression.ts';
import type { JoinedColumn, JoinPlan, KeyPair } from '../../engines/join-plan.ts';
import { polarsColumn } from '../../python/polars-columns.ts';
import type { PythonContext } from '../../python/python-context.ts';

/** Emits polars code, eager or lazy, that joins the inputs `left` and `right`. */
export function emitPolarsJoin(python: PythonContext, plan: JoinPlan): void {
  if (canJoinByName(python, plan)) emitByName(python, plan);
  else emitByPosition(python, plan);
}

/**
 * Whether polars treats the key columns like the plan: all or none have shared names, types are equal, and
 * null keys match nothing once the side whose unmatched rows are not returned drops them.
 */
function canJoinByName(python: PythonContext, { how, pairs }: JoinPlan): boolean {
  const shared = pairs.filter(({ left, right }) => left.name === right.name).length;
  const names = [...python.columns('left'), ...python.columns('right')].map(({ name }) => name);
  return (
    (shared === 0 || shared === pairs.length) &&
    pairs.every(({ left, right }) => left.type === right.type) &&
    !names.some(isPolarsPattern) &&
    !(how === 'outer' && canMatchNullKeys(pairs))
  );
}

function emitByName(python: PythonContext, { how, pairs, columns }: JoinPlan): void {
  const shared = pairs.every(({ left, right }) => left.name === right.name);
  const optional = how === 'right' ? 'left' : 'right';
  const sideCode = (
    side: 'left' | 'right',
    renamed: Record<string, string>,
    on: readonly string[],
  ): string => {
    const frame = renameCode(python, side, renamed);
    const drops = side === optional && canMatchNullKeys(pairs);
    return drops ? `${frame}.drop_nulls(${python.literal(on)})` : frame;
  };
  const leftNames = renames(columns, 'left');
  const rightNames = renames(columns, 'right');
  const leftOn = pairs.map(({ left }) => leftNames[left.name] ?? left.name);
  const rightOn = pairs.map(({ right }) => rightNames[right.name] ?? right.name);
  const args = shared
    ? [`on=${python.literal(leftOn)}`]
    : [`left_on=${python.literal(leftOn)}`, `right_on=${python.literal(rightOn)}`];
  args.push(`how="${how === 'outer' ? 'full' : how}"`);
  if (how !== 'semi' && how !== 'anti') {
    args.push(`coalesce=${shared ? 'True' : 'False'}`);
  }
  args.push(`maintain_order="${how === 'right' ? 'right_left' : 'left_right'}"`);
  const names = python.literal(columns.map(({ name }) => name));
  python.line(`${python.target} = ${sideCode('left', leftNames, leftOn)}.join(`);
  python.line(`    ${sideCode('right', rightNames, rightOn)},`);
  for (const arg of args) python.line(`    ${arg},`);
  // A right join returns the columns in another order.
  python.line(how === 'right' ? `).select(${names})` : ')');
}

function renames(columns: readonly JoinedColumn[], side: 'left' | 'right'): Record<string, string> {
  return Object.fromEntries(
    columns
      .filter(({ from, source, name }) => from === side && source !== name)
      .map(({ source, name }) => [source, name]),
  );
}

function renameCode(python: PythonContext, handle: string, names: Record<string, string>): string {
  const frame = python.frame(handle);
  return Object.keys(names).length === 0 ? frame : `${frame}.rename(${python.literal(names)})`;
}

/** Renames columns by position, so that names neither clash nor expand as patterns. */
function emitByPosition(python: PythonContext, plan: JoinPlan): void {
  const { how, pairs, columns } = plan;
  python.line(`${python.target} = (`);
  for (const line of positionSide(python, 'left', pairs)) python.line(`    ${line}`);
  python.line('    .join(');
  for (const line of positionSide(python, 'right', pairs, ',')) python.line(`        ${line}`);
  python.line(`        left_on=${python.literal(positionKeys('left', pairs))},`);
  python.line(`        right_on=${python.literal(positionKeys('right', pairs))},`);
  python.line(`        how="${how === 'outer' ? 'full' : how}",`);
  if (how !== 'semi' && how !== 'anti') python.line('        coalesce=False,');
  python.line(`        maintain_order="${how === 'right' ? 'right_left' : 'left_right'}",`);
  python.line('    )');
  python.line('    .select(');
  for (const column of columns) {
    python.line(
      `        ${joinedCell(python, column, how)}.alias(${python.literal(column.name)}),`,
    );
  }
  python.line('    )');
  python.line(')');
}

/**
 * The lines of an input with its columns and keys by position. If polars can match null keys, the column
 * `complete` is true on the left, and on the right only in rows without a null key.
 */
function positionSide(
  python: PythonContext,
  side: 'left' | 'right',
  pairs: readonly KeyPair[],
  end = '',
): readonly string[] {
  const cells = python
    .columns(side)
    .map(({ name }, at) => `${cellCode(python, name)}.alias("${side}_${at}")`);
  const keys = pairs.map(
    (pair, at) => `${keyCode(python, pair[side], pair)}.alias("${side}_key_${at}")`,
  );
  const lines = [...cells, ...keys].map((cell) => `    ${cell},`);
  const select = `${python.frame(side)}.select(`;
  if (!canMatchNullKeys(pairs)) return [select, ...lines, `)${end}`];
  const names = python.literal(pairs.map((_pair, at) => `${side}_key_${at}`));
  const complete =
    side === 'left' ? 'pl.lit(True)' : `pl.all_horizontal(pl.col(${names}).is_not_null())`;
  return [select, ...lines, ')', `.with_columns(complete=${complete})${end}`];
}

/** The names of the key columns of positionSide. */
function positionKeys(side: 'left' | 'right', pairs: readonly KeyPair[]): readonly string[] {
  const names = pairs.map((_pair, at) => `${side}_key_${at}`);
  return canMatchNullKeys(pairs) ? [...names, 'complete'] : names;
}

/** A float that is compared with an integer is converted to an integer, so that the match is exact. */
function keyCode(python: PythonContext, key: ColumnSchema, { left, right }: KeyPair): string {
  const cell = cellCode(python, key.name);
  if (key.type !== 'float' || left.type === right.type) return cell;
  return `pl.when(${cell}.floor() == ${cell}).then(${cell}.cast(pl.Int64, strict=False))`;
}

function joinedCell(python: PythonContext, column: JoinedColumn, how: JoinPlan['how']): string {
  const cell = (side: 'left' | 'right'): string => {
    const index = python.columns(side).findIndex(({ name }) => name === column.source);
    return `pl.col("${side}_${index}")`;
  };
  if (column.from !== 'key') return cell(column.from);
  if (how === 'inner' || how === 'left') return cell('left');
  if (how === 'right') return cell('right');
  const cast = column.type === 'float' ? '.cast(pl.Float64)' : '';
  return `pl.coalesce(${cell('left')}${cast}, ${cell('right')}${cast})`;
}

function cellCode(python: PythonContext, name: string): string {
  return polarsColumn(python, name, python.literal(name));
}
