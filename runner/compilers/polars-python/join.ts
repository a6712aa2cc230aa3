import type { ColumnSchema } from '../../domain/column.ts';
import { COLUMN_TYPE_TABLE } from '../../domain/types/column-types.ts';
import { canMatchNullKeys } from '../../engines/polars/pinned/null-keys.ts';
import { isPolarsPattern } from '../../engines/polars/column-expression.ts';
import { polarsColumn } from '../../expressions/polars-column-code.ts';
import type { JoinedColumn, JoinPlan, KeyPair } from '../../plan/builders/join-plan.ts';
import type { Join } from '../../plan/relation.ts';
import type { PythonContext } from '../../python/python-context.ts';

/** The variables of both sides of a join. */
export interface JoinFrames {
  readonly left: string;
  readonly right: string;
}

/** A side of a join: the variable of its frame and its schema. */
interface Side {
  readonly frame: string;
  readonly columns: readonly ColumnSchema[];
}

/** A join with its sides. */
interface SidedJoin {
  readonly plan: JoinPlan;
  readonly left: Side;
  readonly right: Side;
}

/** Emits polars code, eager or lazy, that joins two frames. @param frames their variables */
export function emitJoin(python: PythonContext, relation: Join, frames: JoinFrames): void {
  const join: SidedJoin = {
    plan: relation.plan,
    left: { frame: frames.left, columns: relation.left.columns },
    right: { frame: frames.right, columns: relation.right.columns },
  };
  if (canJoinByName(join)) emitByName(python, join);
  else emitByPosition(python, join);
}

/**
 * Whether polars treats the key columns like the plan: all or none have shared names, types are equal, and
 * null keys match nothing once the side whose unmatched rows are not returned drops them.
 */
function canJoinByName({ plan: { how, pairs }, left, right }: SidedJoin): boolean {
  const shared = pairs.filter((pair) => pair.left.name === pair.right.name).length;
  const names = [...left.columns, ...right.columns].map(({ name }) => name);
  return (
    (shared === 0 || shared === pairs.length) &&
    pairs.every((pair) => pair.left.type === pair.right.type) &&
    !names.some(isPolarsPattern) &&
    !(how === 'outer' && canMatchNullKeys(pairs))
  );
}

function emitByName(python: PythonContext, join: SidedJoin): void {
  const { how, pairs, columns } = join.plan;
  const shared = pairs.every(({ left, right }) => left.name === right.name);
  const optional = how === 'right' ? 'left' : 'right';
  const sideCode = (
    side: 'left' | 'right',
    renamed: Record<string, string>,
    on: readonly string[],
  ): string => {
    const frame = renameCode(python, join[side].frame, renamed);
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

/** The columns of a side that have another name in the result, and that name. */
export function renames(
  columns: readonly JoinedColumn[],
  side: 'left' | 'right',
): Record<string, string> {
  return Object.fromEntries(
    columns
      .filter(({ from, source, name }) => from === side && source !== name)
      .map(({ source, name }) => [source, name]),
  );
}

/** The code of a frame with other names. */
export function renameCode(
  python: PythonContext,
  frame: string,
  names: Record<string, string>,
): string {
  return Object.keys(names).length === 0 ? frame : `${frame}.rename(${python.literal(names)})`;
}

/** Renames columns by position, so that names neither clash nor expand as patterns. */
function emitByPosition(python: PythonContext, join: SidedJoin): void {
  const { how, pairs, columns } = join.plan;
  python.line(`${python.target} = (`);
  for (const line of positionSide(python, 'left', join)) python.line(`    ${line}`);
  python.line('    .join(');
  for (const line of positionSide(python, 'right', join, ',')) python.line(`        ${line}`);
  python.line(`        left_on=${python.literal(positionKeys('left', pairs))},`);
  python.line(`        right_on=${python.literal(positionKeys('right', pairs))},`);
  python.line(`        how="${how === 'outer' ? 'full' : how}",`);
  if (how !== 'semi' && how !== 'anti') python.line('        coalesce=False,');
  python.line(`        maintain_order="${how === 'right' ? 'right_left' : 'left_right'}",`);
  python.line('    )');
  python.line('    .select(');
  for (const column of columns) {
    python.line(`        ${joinedCell(column, join)}.alias(${python.literal(column.name)}),`);
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
  join: SidedJoin,
  end = '',
): readonly string[] {
  const { frame, columns } = join[side];
  const { pairs } = join.plan;
  const cells = columns.map(({ name }, at) => `${cellCode(python, name)}.alias("${side}_${at}")`);
  const keys = pairs.map(
    (pair, at) => `${keyCode(python, pair[side], pair)}.alias("${side}_key_${at}")`,
  );
  const lines = [...cells, ...keys].map((cell) => `    ${cell},`);
  const select = `${frame}.select(`;
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
  if (left.type === right.type) return cell;
  if (key.type === 'null') {
    const other = key === left ? right : left;
    return `${cell}.cast(${COLUMN_TYPE_TABLE[other.type].polarsPython})`;
  }
  if (key.type !== 'float' || left.type === 'null' || right.type === 'null') return cell;
  return `pl.when(${cell}.floor() == ${cell}).then(${cell}.cast(pl.Int64, strict=False))`;
}

function joinedCell(column: JoinedColumn, join: SidedJoin): string {
  const { how } = join.plan;
  const cell = (side: 'left' | 'right'): string => {
    const index = join[side].columns.findIndex(({ name }) => name === column.source);
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
