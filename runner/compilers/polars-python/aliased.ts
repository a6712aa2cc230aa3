import { call, chain } from '../../python/code.ts';
import type { Expression } from '../../python/format/expression.ts';
import { parseExpression } from '../../python/format/parse-expression.ts';

/**
 * Returns a polars expression as the column of a name. A chain of methods on the column of that name needs no
 * alias.
 * @param code the expression
 * @param name the code of the name: a text or a parameter
 */
export function aliased(code: string, name: string): string {
  return columnOf(parseExpression(code)) === name
    ? code
    : chain(`(${code})`, [call('alias', [name])]);
}

/** What gives the result of an expression another name, or may. */
const NAMING: ReadonlySet<string> = new Set([
  'alias',
  'map_batches',
  'map_elements',
  'name',
  'pipe',
  'struct',
]);

/** The code of the name of a column on which an expression calls methods; null for any other expression. */
function columnOf(expression: Expression): string | null {
  if (expression.kind === 'call') return columnName(expression) ?? columnOf(expression.value);
  if (expression.kind !== 'attribute' || NAMING.has(expression.name)) return null;
  return columnOf(expression.value);
}

type Call = Extract<Expression, { readonly kind: 'call' | 'subscript' }>;

/** The code of the name in `pl.col(name)`; null for any other call. */
function columnName({ value: callee, items }: Call): string | null {
  const [name, ...others] = items;
  if (name?.kind !== 'token' || others.length > 0) return null;
  if (callee.kind !== 'attribute' || callee.name !== 'col') return null;
  return callee.value.kind === 'token' && callee.value.text === 'pl' ? name.text : null;
}
