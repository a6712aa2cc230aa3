import type { Relation } from './relation.ts';
import type { Check, RulePart } from './report-relation.ts';

/** The rows that violate the rule of a check, in order; null for a check of the number of rows. */
export function violationsOf({ input, test }: Check): Relation | null {
  const { columns } = input;
  switch (test.kind) {
    case 'rows':
      return { op: 'filter', input, predicate: test.violation, columns };
    case 'unique':
      return { op: 'duplicates', input, keys: test.keys, at: test.at, columns };
    case 'count':
      return null;
  }
}

/** A rule as text. */
export function ruleText(rule: readonly RulePart[]): string {
  return rule.map((part) => (typeof part === 'string' ? part : part.text)).join('');
}
