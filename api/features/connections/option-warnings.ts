import { providerOf } from '../../../runner/connectors/providers/index.ts';
import { ComparisonBudget } from '../../../runner/domain/comparison-budget.ts';
import type { ConnectionFields } from '../../../runner/domain/connection.ts';
import { fieldHint } from '../../../runner/domain/field-hint.ts';
import { parseOptionCalled } from '../../../runner/domain/parse-option-spellings.ts';
import { answerWarning, shownName, type AnswerWarning } from '../../openapi/warnings.ts';

const OPTION = 'options.';
const MAX_WARNINGS = 100;

/** Warns of the options that a provider does not read. The warnings contain no values. */
export function optionWarnings(fields: ConnectionFields): AnswerWarning[] {
  const { options } = fields;
  const provider = providerOf(fields.provider);
  if (provider === undefined || options === null) return [];
  const keys = provider.form.map(({ key }) => key).filter((key) => key.startsWith(OPTION));
  const known = keys.map((key) => key.slice(OPTION.length));
  const ignored = provider.ignored?.(fields) ?? [];
  const read = new Set([...known, ...ignored.map(({ option }) => option)]);
  const budget = new ComparisonBudget();
  const unknown = Object.keys(options)
    .filter((option) => !read.has(option))
    .slice(0, MAX_WARNINGS)
    .map((option) => {
      const field = shownName(`${OPTION}${option}`);
      const hint = known.length === 0 ? 'It has none.' : hintOf(option);
      const message = `${provider.label} has no option "${shownName(option)}". ${hint} It is ignored.`;
      return answerWarning('unknown_field', message, { field });
    });

  function hintOf(option: string): string {
    const called = parseOptionCalled(option);
    return called !== undefined && known.includes(called)
      ? `Did you mean "${called}"?`
      : fieldHint(option, known, budget);
  }

  const useless = ignored.map(({ option, message }) =>
    answerWarning('ignored_key', message, { field: `${OPTION}${option}` }),
  );
  return [...useless, ...unknown];
}
