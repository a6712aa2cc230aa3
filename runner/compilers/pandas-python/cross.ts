import type { Cross } from '../../plan/relation.ts';
import { call, chain, keyword, tuple } from '../../python/code.ts';
import type { PythonContext } from '../../python/python-context.ts';
import type { JoinFrames } from '../python-emitter.ts';

/** Returns pandas code that combines each left row with each right row. */
export function crossCode(
  python: PythonContext,
  { suffixes }: Cross,
  { left, right }: JoinFrames,
): string {
  const merge = call('merge', [
    right,
    keyword('how', python.literal('cross')),
    keyword('suffixes', tuple(suffixes.map((suffix) => python.literal(suffix)))),
  ]);
  return chain(left, [merge]);
}
