import { createHash, randomUUID } from 'node:crypto';
import { operationKey } from '../../expressions/operation-key.ts';
import type { TypedExpression } from '../../expressions/typed-expression.ts';
import type { NodeOutput } from '../relation.ts';

/** The keys of relations and of expressions, which are immutable. */
const KEYS = new WeakMap<object, string>();

/**
 * A hash of what a relation returns: equal plans over the same sources have equal keys. Where the config has
 * a value and how a person would write an operator do not count; the value of a parameter or of `now()` does.
 * Every other field counts, so that a field that is new to this pass separates plans and never unites them.
 * The cost is linear in the size of the plan.
 */
export function relationKey(relation: NodeOutput): string {
  // The output of another node is that output.
  if (relation.op === 'input') return relationKey(relation.relation);
  return memoised(relation, () => entriesOf(relation, UNCOUNTED.relation));
}

/** The fields that have no influence on the rows. */
const UNCOUNTED = {
  relation: new Set(['at', 'keysAt', 'nullTestAt', 'style']),
  literal: new Set(['parameter', 'clock', 'written', 'replaces']),
  call: new Set(['source', 'operation']),
  other: new Set(['nameAt']),
} as const;

/** Data of which JSON is an unambiguous text. */
type Canonical = string | boolean | null | readonly Canonical[];

function memoised(value: object, describe: () => Canonical): string {
  const known = KEYS.get(value);
  if (known !== undefined) return known;
  const key = createHash('sha256').update(JSON.stringify(describe())).digest('base64');
  KEYS.set(value, key);
  return key;
}

function canonical(value: unknown): Canonical {
  if (value === undefined || value === null) return null;
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'bigint') return ['integer', String(value)];
  if (typeof value === 'number') return ['number', Object.is(value, -0) ? '-0' : String(value)];
  return typeof value === 'object' || typeof value === 'function' ? canonicalObject(value) : null;
}

function canonicalObject(value: object): Canonical {
  if (Array.isArray(value)) return ['list', ...value.map(canonical)];
  if ('op' in value) return ['relation', relationKey(value as NodeOutput)];
  if (isExpression(value)) return ['expression', expressionKey(value)];
  const isPlain = Object.getPrototypeOf(value) === Object.prototype;
  return isPlain ? entriesOf(value, UNCOUNTED.other) : ['only', identityOf(value)];
}

/** Differs for each object, of which only the identity is known, such as a function. */
function identityOf(value: object): string {
  const identity = KEYS.get(value) ?? randomUUID();
  KEYS.set(value, identity);
  return identity;
}

/** The counted fields in the order of their names. A field without a value does not count. */
function entriesOf(value: object, uncounted: ReadonlySet<string>): Canonical {
  const counted = Object.entries(value).filter(
    ([name, field]) => field !== undefined && !uncounted.has(name),
  );
  counted.sort(([one], [other]) => (one < other ? -1 : 1));
  return ['fields', ...counted.flatMap(([name, field]) => [name, canonical(field)])];
}

function isExpression(value: object): value is TypedExpression {
  return 'kind' in value && 'type' in value;
}

function expressionKey(node: TypedExpression): string {
  return memoised(node, () => {
    if (node.kind === 'literal') return entriesOf(node, UNCOUNTED.literal);
    if (node.kind !== 'call') return entriesOf(node, UNCOUNTED.other);
    const operation = operationKey(node.operation, node.args.length);
    return [operation, entriesOf(node, UNCOUNTED.call)];
  });
}
