import type { z } from 'zod';

const NAMES: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
};

/**
 * The message for an invalid config value whose schema states none, for the option `error` of a parse.
 * @returns undefined for issues that only the schema can explain
 */
export function plainMessage(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === 'invalid_type') return `must be ${NAMES[issue.expected] ?? issue.expected}`;
  if (issue.code === 'too_small') {
    const least = issue.minimum;
    return issue.origin === 'array'
      ? `needs at least ${counted(least)}`
      : `must be ${least} or more`;
  }
  if (issue.code === 'too_big') {
    const most = issue.maximum;
    return issue.origin === 'array'
      ? `must have at most ${counted(most)}`
      : `must be ${most} or less`;
  }
  return undefined;
}

function counted(count: number | bigint): string {
  return `${count} ${Number(count) === 1 ? 'value' : 'values'}`;
}
