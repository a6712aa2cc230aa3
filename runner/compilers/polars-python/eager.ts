import type { TypedExpression } from '../../expressions/typed-expression.ts';
import { isColumnStatistic } from '../../expressions/window-call.ts';
import type { Field } from '../../plan/relation.ts';
import { call, chain } from '../../python/code.ts';
import type { PythonContext } from '../../python/python-context.ts';

/** A lazy plan finds more statistics of columns in time that is quadratic in them: 300 columns take a minute. */
const MAX_LAZY_STATISTICS = 12;

/** Adds links that compute fields. A lazy script evaluates many statistics of columns here. */
export function chainFields(
  python: PythonContext,
  frame: string,
  { fields, links }: { readonly fields: readonly Field[]; readonly links: readonly string[] },
): string {
  if (!python.lazy || !isWide(fields)) return chain(frame, links);
  python.line('# Evaluated here: a lazy plan is slow with statistics of many columns.');
  return chain(frame, [call('collect'), ...links, call('lazy')]);
}

function isWide(fields: readonly Field[]): boolean {
  return fields.filter(({ expression }) => hasStatistic(expression)).length > MAX_LAZY_STATISTICS;
}

function hasStatistic(node: TypedExpression): boolean {
  if (node.kind === 'window') return isColumnStatistic(node);
  return node.kind === 'call' && node.args.some(hasStatistic);
}
