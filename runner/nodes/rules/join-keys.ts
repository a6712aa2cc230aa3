import type { z } from 'zod';
import type { JoinKeys } from '../../plan/builders/join-plan.ts';

/** The config fields of keys with the same name in both inputs, and of the left and the right keys. */
export type KeyFieldNames = readonly [shared: string, left: string, right: string];

/** The values of these fields; empty for a field that is not given. */
export type KeyNames = readonly [
  shared: readonly string[],
  left: readonly string[],
  right: readonly string[],
];

/**
 * The keys of a join that count: those of both inputs if both are given, else the shared ones. A lone list of one
 * input is left out where there are shared ones.
 */
export function decisiveKeys([shared, left, right]: KeyNames): KeyNames {
  if (left.length > 0 && right.length > 0) return [[], left, right];
  return shared.length > 0 ? [shared, [], []] : [shared, left, right];
}

/** The keys of a join. `reportKeyProblem` reports the configs of which the lists do not match. */
export function joinKeys([shared, left, right]: KeyNames, fields: KeyFieldNames): JoinKeys {
  return shared.length > 0
    ? { leftKeys: shared, rightKeys: shared, keyFields: [fields[0], fields[0]] }
    : { leftKeys: left, rightKeys: right, keyFields: [fields[1], fields[2]] };
}

/**
 * Reports keys that are given twice or for one input only.
 * @param isRequired whether there must be a key
 */
export function reportKeyProblem(
  context: z.RefinementCtx,
  names: KeyNames,
  fields: KeyFieldNames,
  isRequired: boolean,
): void {
  const problem = keyProblem(names, fields, isRequired);
  if (problem === null) return;
  const [field, message] = problem;
  context.addIssue({ code: 'custom', path: [field], message });
}

function keyProblem(
  [shared, left, right]: KeyNames,
  [sharedField, leftField, rightField]: KeyFieldNames,
  isRequired: boolean,
): readonly [field: string, message: string] | null {
  const isSplit = left.length + right.length > 0;
  if (shared.length > 0) {
    if (!isSplit) return null;
    return [sharedField, `cannot be given together with ${leftField} and ${rightField}`];
  }
  if (!isSplit && isRequired) {
    return [sharedField, `needs a column of both inputs, or use ${leftField} and ${rightField}`];
  }
  if (left.length === right.length) return null;
  const counts = `${leftField} has ${left.length}, ${rightField} has ${right.length}`;
  return [rightField, `must have as many columns as ${leftField}: ${counts}`];
}
