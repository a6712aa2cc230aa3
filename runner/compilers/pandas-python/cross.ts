import type { Cross } from '../../plan/relation.ts';
import { assign, call, chain, keyword, tuple } from '../../python/code.ts';
import type { PythonContext } from '../../python/python-context.ts';
import type { JoinFrames } from './join.ts';

/** Emits pandas code that combines each left row with each right row. */
export function emitCross(
  python: PythonContext,
  { suffixes }: Cross,
  { left, right }: JoinFrames,
): void {
  const merge = call('merge', [
    right,
    keyword('how', python.literal('cross')),
    keyword('suffixes', tuple(suffixes.map((suffix) => python.literal(suffix)))),
  ]);
  python.line(assign(python.target, chain(left, [merge])));
}
