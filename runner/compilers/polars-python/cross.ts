import type { Cross } from '../../plan/relation.ts';
import { assign, call, chain, keyword } from '../../python/code.ts';
import type { PythonContext } from '../../python/python-context.ts';
import { unusedName } from '../unused-name.ts';
import { renameCode, renames, type JoinFrames } from './join.ts';

/** Emits polars code, eager or lazy, that combines each left row with each right row. */
export function emitCross(
  python: PythonContext,
  { cells }: Cross,
  { left, right }: JoinFrames,
): void {
  const sides = {
    left: renameCode(python, left, renames(cells, 'left')),
    right: renameCode(python, right, renames(cells, 'right')),
  };
  if (!python.lazy) {
    const join = call('join', [sides.right, keyword('how', python.literal('cross'))]);
    python.line(assign(python.target, chain(sides.left, [join])));
    return;
  }
  const names = cells.map(({ name }) => name);
  const key = python.literal(unusedName('key', names));
  const withKey = call('with_columns', [`pl.lit(True).alias(${key})`]);
  const join = call('join', [
    chain(sides.right, [withKey]),
    keyword('on', key),
    keyword('maintain_order', python.literal('left_right')),
  ]);
  python.line('# The streaming engine does not keep the order of rows in a join with how="cross".');
  python.line(assign(python.target, chain(sides.left, [withKey, join, call('drop', [key])])));
}
