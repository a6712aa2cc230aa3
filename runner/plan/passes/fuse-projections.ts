import {
  columnReads,
  expressionSize,
  substituteColumns,
} from '../../expressions/substitute-columns.ts';
import { isConstant } from '../../expressions/typed-expression.ts';
import type { Field, Project, Relation } from '../relation.ts';
import { readersOf, rewrite } from '../rewrite.ts';
import { isFallible } from '../traits.ts';

/** An expression that fusion makes is not larger, so that plans stay small and do not nest deeply. */
const MAX_EXPRESSION_SIZE = 100;

/**
 * Computes a projection of a projection in one, and removes a projection that changes nothing. Rows, order,
 * types and failures stay, and no expression is evaluated more often:
 *
 * - A projection that can fail stays, since its failure is an effect.
 * - A computed column that is read twice stays a column, and so does one of a projection with other readers.
 * - A constant stays a column, since an expression without columns has no rows.
 */
export function fuseProjections(root: Relation): Relation {
  const readers = readersOf(root);
  return rewrite(root, (relation, original) => {
    if (relation.op !== 'project' || isFallible(relation)) return relation;
    if (isIdentity(relation)) return relation.input;
    const { input } = relation;
    if (input.op !== 'project' || original.op !== 'project' || isFallible(input)) return relation;
    return fused(relation, input, (readers.get(original.input) ?? 0) > 1) ?? relation;
  });
}

function isIdentity({ fields, input }: Project): boolean {
  if (fields.length !== input.columns.length) return false;
  return fields.every(({ name, expression }, at) => {
    const column = input.columns[at];
    return expression.kind === 'column' && expression.name === name && column?.name === name;
  });
}

function fused(outer: Project, inner: Project, isShared: boolean): Relation | null {
  const computed = inner.fields.filter(({ expression }) => expression.kind !== 'column');
  const reads = totalReads(outer.fields);
  const most = isShared ? 0 : 1;
  const isDuplicated = ({ name, expression }: Field): boolean => {
    const count = reads.get(name) ?? 0;
    return count > most || (count > 0 && isConstant(expression));
  };
  if (computed.some(isDuplicated)) return null;
  const byName = new Map(inner.fields.map(({ name, expression }) => [name, expression]));
  const fields: Field[] = [];
  for (const field of outer.fields) {
    const expression = substituteColumns(field.expression, (name) => byName.get(name) ?? null);
    const isChanged = expression !== field.expression && expression?.kind === 'call';
    if (expression === null) return null;
    if (isChanged && expressionSize(expression) > MAX_EXPRESSION_SIZE) return null;
    fields.push({ ...field, expression });
  }
  return { ...outer, input: inner.input, fields, style: { as: 'assign' } };
}

function totalReads(fields: readonly Field[]): ReadonlyMap<string, number> {
  const total = new Map<string, number>();
  for (const { expression } of fields) {
    for (const [name, count] of columnReads(expression)) {
      total.set(name, (total.get(name) ?? 0) + count);
    }
  }
  return total;
}
