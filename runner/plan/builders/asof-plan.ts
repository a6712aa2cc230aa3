import type { ColumnSchema } from '../../domain/column.ts';
import { UserError } from '../../domain/errors.ts';
import { checkFields, type FieldCheck } from './field-checks.ts';
import {
  findKey,
  planJoin,
  type AsofRule,
  type JoinPlan,
  type JoinRequest,
  type KeyPair,
} from './join-plan.ts';

/** The config of an asof join. Both inputs have the key columns. The names are also those of the config. */
export interface AsofRequest extends Pick<JoinRequest, 'suffixes'> {
  /** The key of which the nearest value matches: numbers or dates. */
  readonly on: string;
  /** The keys that must be equal. */
  readonly by: readonly string[];
  readonly rule: AsofRule;
}

/**
 * Plans an asof join: a left join whose last key matches by distance.
 * @throws UserError for unknown keys, keys of different types, and duplicate result names
 */
export function planAsofJoin(
  left: readonly ColumnSchema[],
  right: readonly ColumnSchema[],
  { on, by, rule, suffixes }: AsofRequest,
): JoinPlan {
  const pairOf = (name: string): KeyPair => ({
    left: findKey(left, name, 'left'),
    right: findKey(right, name, 'right'),
  });
  checkFields([
    [
      'on',
      () => {
        checkDistance(pairOf(on));
      },
    ],
    ...by.map((name): FieldCheck => [
      'by',
      () => {
        checkSameType(pairOf(name));
      },
    ]),
  ]);
  const names = [...by, on];
  const plan = planJoin(left, right, {
    leftKeys: names,
    rightKeys: names,
    keyFields: ['by', 'by'],
    how: 'left',
    suffixes,
  });
  // Nothing is equal to null and nothing is near it, so a key without a value makes an ordinary left join.
  return plan.pairs.some(hasNull) ? plan : { ...plan, asof: rule };
}

function hasNull({ left, right }: KeyPair): boolean {
  return left.type === 'null' || right.type === 'null';
}

/** Distances are exact between values of one type. */
function checkDistance(pair: KeyPair): void {
  for (const { name, type } of [pair.left, pair.right]) {
    if (type !== 'string' && type !== 'boolean') continue;
    throw new UserError(
      `The column "${name}" is of type ${type}, but must be integer, float or datetime. Cast it before.`,
    );
  }
  checkSameType(pair);
}

function checkSameType(pair: KeyPair): void {
  const { left, right } = pair;
  if (left.type === right.type || hasNull(pair)) return;
  throw new UserError(
    `The key "${left.name}" is of type ${left.type} in the left input and ${right.type} in the right input. ` +
      'Cast one of them to the type of the other before.',
  );
}
