import type { ColumnSchema } from '../../domain/column.ts';
import { COLUMN_TYPE_TABLE } from '../../domain/types/column-types.ts';
import { asofCode } from './asof.ts';
import { canMatchNullKeys } from '../../engines/polars/pinned/null-keys.ts';
import { isPolarsPattern } from '../../engines/polars/column-expression.ts';
import { polarsColumn } from '../../expressions/polars-column-code.ts';
import type { JoinedColumn, JoinPlan, KeyPair } from '../../domain/join.ts';
import type { Join } from '../../plan/relation.ts';
import { call, chain, keyword } from '../../python/code.ts';
import type { PythonContext } from '../../python/python-context.ts';
import type { JoinFrames } from '../python-emitter.ts';
import { unusedName } from '../../domain/unused-name.ts';
import { renameCode, renames } from './rename.ts';

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

/** Returns polars code, eager or lazy, that joins two frames. */
export function joinCode(python: PythonContext, relation: Join, frames: JoinFrames): string {
  if (relation.plan.asof !== undefined)
    return asofCode(python, relation.plan, relation.plan.asof, frames);
  const join: SidedJoin = {
    plan: relation.plan,
    left: { frame: frames.left, columns: relation.left.columns },
    right: { frame: frames.right, columns: relation.right.columns },
  };
  return (canJoinByName(join) ? byNameCode : byPositionCode)(python, join);
}

/**
 * Whether polars treats the key columns like the plan: types are equal, and null keys match nothing once the
 * side whose unmatched rows are not returned drops them.
 */
function canJoinByName({ plan: { how, pairs }, left, right }: SidedJoin): boolean {
  const names = [...left.columns, ...right.columns].map(({ name }) => name);
  return (
    pairs.every((pair) => pair.left.type === pair.right.type) &&
    !names.some(isPolarsPattern) &&
    !(how === 'outer' && canMatchNullKeys(pairs))
  );
}

function byNameCode(python: PythonContext, join: SidedJoin): string {
  const { how, pairs, columns } = join.plan;
  const shared = pairs.every(({ left, right }) => left.name === right.name);
  const twins = shared ? new Map<string, string>() : twinKeys(join);
  const optional = how === 'right' ? 'left' : 'right';
  const side = (name: 'left' | 'right'): { readonly frame: string; readonly on: string } => {
    const renamed = new Map([...renames(columns, name), ...(name === 'right' ? twins : [])]);
    const keys = pairs.map((pair) => renamed.get(pair[name].name) ?? pair[name].name);
    const frame = renameCode(python, join[name].frame, renamed);
    const on = python.literal(keys);
    const drops = name === optional && canMatchNullKeys(pairs);
    return { frame: drops ? chain(frame, [call('drop_nulls', [on])]) : frame, on };
  };
  const [left, right] = [side('left'), side('right')];
  const keys = shared
    ? [keyword('on', left.on)]
    : [keyword('left_on', left.on), keyword('right_on', right.on)];
  const joined = call('join', [
    right.frame,
    ...keys,
    ...howArguments(python, how, shared ? 'True' : 'False'),
  ]);
  return chain(left.frame, [joined, ...oneKeyLinks(python, join.plan, twins)]);
}

/**
 * The names for keys of the right side that have the name of their left key, by that name. Polars returns
 * both if some pair of a join has two names.
 */
function twinKeys({ plan: { pairs, columns }, right }: SidedJoin): ReadonlyMap<string, string> {
  const taken = [...columns, ...right.columns].map(({ name }) => name);
  return new Map(
    pairs.flatMap(({ left: { name }, right: other }): [string, string][] =>
      name === other.name ? [[name, unusedName(`${name}_right`, taken)]] : [],
    ),
  );
}

/** Makes one column of each key and its twin, and gives the columns of a right join their order. */
function oneKeyLinks(
  python: PythonContext,
  { how, columns }: JoinPlan,
  twins: ReadonlyMap<string, string>,
): readonly string[] {
  const quoted = (names: readonly string[]): readonly string[] =>
    names.map((name) => python.literal(name));
  const names = [...twins.values()];
  switch (how) {
    case 'semi':
    case 'anti':
      return [];
    case 'inner':
    case 'left':
      return names.length === 0 ? [] : [call('drop', quoted(names))];
    case 'outer': {
      if (names.length === 0) return [];
      const cells = [...twins].map((pair) => call('pl.coalesce', quoted(pair)));
      return [call('with_columns', cells), call('drop', quoted(names))];
    }
    case 'right': {
      if (names.length === 0)
        return [call('select', [python.literal(columns.map(({ name }) => name))])];
      const cells = columns.map(({ name }) => {
        const twin = twins.get(name);
        const own = python.literal(name);
        return twin === undefined ? own : `pl.col(${python.literal(twin)}).alias(${own})`;
      });
      return [call('select', cells)];
    }
  }
}

/** @param coalesce whether polars returns the keys of both sides as one column */
function howArguments(
  python: PythonContext,
  how: JoinPlan['how'],
  coalesce: 'True' | 'False',
): readonly string[] {
  const order = how === 'right' ? 'right_left' : 'left_right';
  return [
    keyword('how', python.literal(how === 'outer' ? 'full' : how)),
    ...(how === 'semi' || how === 'anti' ? [] : [keyword('coalesce', coalesce)]),
    keyword('maintain_order', python.literal(order)),
  ];
}

/** Renames columns by position, so that names neither clash nor expand as patterns. */
function byPositionCode(python: PythonContext, join: SidedJoin): string {
  const { how, pairs, columns } = join.plan;
  const [left, ...links] = positionSide(python, 'left', join);
  const [right, ...rightLinks] = positionSide(python, 'right', join);
  const joined = call('join', [
    chain(right, rightLinks),
    keyword('left_on', python.literal(positionKeys('left', pairs))),
    keyword('right_on', python.literal(positionKeys('right', pairs))),
    ...howArguments(python, how, 'False'),
  ]);
  const cells = columns.map((column) =>
    chain(joinedCell(column, join), [call('alias', [python.literal(column.name)])]),
  );
  return chain(left, [...links, joined, call('select', cells)]);
}

/**
 * The frame and the links of an input with its columns and keys by position. If polars can match null keys,
 * the column `complete` is true on the left, and on the right only in rows without a null key.
 */
function positionSide(
  python: PythonContext,
  side: 'left' | 'right',
  join: SidedJoin,
): readonly [frame: string, ...links: string[]] {
  const { frame, columns } = join[side];
  const { pairs } = join.plan;
  const named = (code: string, name: string): string =>
    chain(code, [call('alias', [python.literal(name)])]);
  const cells = columns.map(({ name }, at) => named(cellCode(python, name), `${side}_${at}`));
  const keys = pairs.map((pair, at) =>
    named(keyCode(python, pair[side], pair), `${side}_key_${at}`),
  );
  const select = call('select', [...cells, ...keys]);
  if (!canMatchNullKeys(pairs)) return [frame, select];
  const names = python.literal(pairs.map((_pair, at) => `${side}_key_${at}`));
  const complete =
    side === 'left' ? 'pl.lit(True)' : `pl.all_horizontal(pl.col(${names}).is_not_null())`;
  return [frame, select, call('with_columns', [keyword('complete', complete)])];
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
