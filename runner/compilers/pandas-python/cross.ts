import type { Cross } from '../../plan/relation.ts';
import { call, chain, keyword } from '../../python/code.ts';
import type { PythonContext } from '../../python/python-context.ts';
import type { JoinFrames } from '../python-emitter.ts';
import { suffixesArgument } from './suffixes.ts';

/** Returns pandas code that combines each left row with each right row. */
export function crossCode(
  python: PythonContext,
  { suffixes }: Cross,
  { left, right }: JoinFrames,
): string {
  const merge = call('merge', [
    right,
    keyword('how', python.literal('cross')),
    ...suffixesArgument(python, suffixes),
  ]);
  return chain(left, [merge]);
}
