import { truncateText } from '../../domain/truncate-text.ts';
import { coalesce } from '../../expressions/operations/conditional.ts';
import { logicalNot } from '../../expressions/operations/logic.ts';
import { call, literal, type TypedExpression } from '../../expressions/typed-expression.ts';
import { attributeToField, checkDistinctNames } from '../../plan/builders/field-checks.ts';
import { ruleText } from '../../plan/builders/check-plan.ts';
import type { Check, RulePart } from '../../plan/operators/reports.ts';
import type { Table } from '../../plan/table.ts';
import { selectField, type FormField } from '../form.ts';

/** The field for what a violation does. */
export const modeField: FormField<Check['mode']> = selectField('On violation', ['error', 'warn'], {
  default: 'error',
  help: 'error: the node fails. warn: the rows pass on, and the result has a warning. Both report the number of violating rows and the first five of them.',
  spellings: { warning: 'warn', fail: 'error', raise: 'error' },
});

/** The fields of a check that depend only on its mode. */
export function inMode(mode: Check['mode']): Pick<Check, 'mode' | 'modeAt'> {
  return { mode, modeAt: ['mode'] };
}

/** The test that a condition is true for each row; null violates it. */
export function mustBeTrue(condition: TypedExpression): Check['test'] {
  const holds = call(coalesce('boolean'), condition, literal('boolean', false));
  return { kind: 'rows', violation: call(logicalNot, holds) };
}

/** The maximum number of names and values that a rule lists. */
const MAX_LISTED = 10;
/** The maximum length of a value in a rule. */
const MAX_CHARACTERS = 200;

/** A text of the config in a rule, truncated to a length that a person reads. */
export function ruleValue(text: string): string {
  return truncateText(text, MAX_CHARACTERS);
}

/** A list for a rule, such as `"a", "b" and "c"`. Of a long list, the first ones and how many more. */
export function listParts(
  items: readonly RulePart[],
  conjunction: 'and' | 'or',
): readonly RulePart[] {
  const shown = items.slice(0, MAX_LISTED);
  const more = items.length - shown.length;
  const all = more > 0 ? [...shown, `${more} more`] : shown;
  return all.flatMap((item, index) => {
    if (index === 0) return [item];
    return [index === all.length - 1 ? ` ${conjunction} ` : ', ', item];
  });
}

/** The names of columns for a rule. */
export function columnsText(names: readonly string[]): string {
  return ruleText(
    listParts(
      names.map((name) => `"${name}"`),
      'and',
    ),
  );
}

/**
 * The names of the columns in the config key `columns`; of an empty list, all.
 * @throws ConfigError for an unknown column or one that the list names twice
 */
export function checkedColumns(input: Table, names: readonly string[]): readonly string[] {
  attributeToField('columns', () => {
    checkDistinctNames(names);
  });
  return input.columnsOrAll(names, 'columns').map(({ name }) => name);
}
