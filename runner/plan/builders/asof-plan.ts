import type { ColumnSchema } from '../../domain/column.ts';
import { UserError } from '../../domain/errors.ts';
import { checkFields, type FieldCheck } from './field-checks.ts';
import { keyChecks, keyPairs, planJoin, type JoinKeys, type JoinRequest } from './join-plan.ts';
import type { AsofRule, JoinPlan, KeyPair } from '../../domain/join.ts';

/** The config of an asof join. */
export interface AsofRequest extends Pick<JoinRequest, 'suffixes'> {
  /** One key, of which the nearest value matches: numbers or dates. */
  readonly on: JoinKeys;
  /** The keys that must be equal. */
  readonly by: JoinKeys;
  readonly rule: AsofRule;
}

/**
 * Plans an asof join: a left join whose last key matches by distance.
 * @throws ConfigError for unknown keys, keys of different types, and duplicate result names
 */
export function planAsofJoin(
  left: readonly ColumnSchema[],
  right: readonly ColumnSchema[],
  { on, by, rule, suffixes }: AsofRequest,
): JoinPlan {
  checkFields([...keyChecks(left, right, on), ...keyChecks(left, right, by)]);
  checkFields([
    ...keyPairs(left, right, on).flatMap((pair) => distanceChecks(pair, on.keyFields)),
    ...keyPairs(left, right, by).map((pair) => sameTypeCheck(pair, by.keyFields)),
  ]);
  const plan = planJoin(left, right, {
    leftKeys: [...by.leftKeys, ...on.leftKeys],
    rightKeys: [...by.rightKeys, ...on.rightKeys],
    keyFields: by.keyFields,
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
function distanceChecks(pair: KeyPair, fields: JoinKeys['keyFields']): readonly FieldCheck[] {
  const hasDistance = ({ type }: ColumnSchema): boolean => type !== 'string' && type !== 'boolean';
  if (hasDistance(pair.left) && hasDistance(pair.right)) return [sameTypeCheck(pair, fields)];
  const sides = [
    [fields[0], pair.left],
    [fields[1], pair.right],
  ] as const;
  return sides.map(([field, column]): FieldCheck => [
    field,
    () => {
      if (hasDistance(column)) return;
      throw new UserError(
        `The column "${column.name}" is of type ${column.type}, but must be integer, float or datetime. Cast it before.`,
      );
    },
  ]);
}

function sameTypeCheck(pair: KeyPair, [field]: JoinKeys['keyFields']): FieldCheck {
  return [
    field,
    () => {
      const { left, right } = pair;
      if (left.type === right.type || hasNull(pair)) return;
      const names = left.name === right.name ? '' : ` ("${right.name}")`;
      throw new UserError(
        `The key "${left.name}" is of type ${left.type} in the left input and ${right.type} in the right input${names}. ` +
          'Cast one of them to the type of the other before.',
      );
    },
  ];
}
