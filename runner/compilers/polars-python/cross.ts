import type { Cross } from '../../plan/relation.ts';
import { call, chain, keyword } from '../../python/code.ts';
import type { PythonContext } from '../../python/python-context.ts';
import type { JoinFrames } from '../python-emitter.ts';
import { unusedName } from '../../domain/unused-name.ts';
import { renameCode, renames } from './rename.ts';

/** Returns polars code, eager or lazy, that combines each left row with each right row. */
export function crossCode(
  python: PythonContext,
  { cells }: Cross,
  { left, right }: JoinFrames,
): string {
  const sides = {
    left: renameCode(python, left, renames(cells, 'left')),
    right: renameCode(python, right, renames(cells, 'right')),
  };
  if (!python.lazy) {
    const join = call('join', [sides.right, keyword('how', python.literal('cross'))]);
    return chain(sides.left, [join]);
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
  return chain(sides.left, [withKey, join, call('drop', [key])]);
}
