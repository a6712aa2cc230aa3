import { providerOf } from '../../../runner/connectors/providers/index.ts';
import { ComparisonBudget } from '../../../runner/domain/comparison-budget.ts';
import type { ConnectionFields } from '../../../runner/domain/connection.ts';
import { fieldHint } from '../../../runner/domain/field-hint.ts';
import { answerWarning, shownName, type AnswerWarning } from '../../openapi/warnings.ts';

const OPTION = 'options.';
const MAX_WARNINGS = 100;

/** Warns of the options that a provider does not read. The warnings contain no values. */
export function optionWarnings({
  provider: name,
  options,
}: Pick<ConnectionFields, 'provider' | 'options'>): AnswerWarning[] {
  const provider = providerOf(name);
  if (provider === undefined || options === null) return [];
  const keys = provider.form.map(({ key }) => key).filter((key) => key.startsWith(OPTION));
  const known = keys.map((key) => key.slice(OPTION.length));
  const budget = new ComparisonBudget();
  return Object.keys(options)
    .filter((option) => !known.includes(option))
    .slice(0, MAX_WARNINGS)
    .map((option) => {
      const field = shownName(`${OPTION}${option}`);
      const hint = known.length === 0 ? 'It has none.' : fieldHint(option, known, budget);
      const message = `${provider.label} has no option "${shownName(option)}". ${hint} It is ignored.`;
      return answerWarning('unknown_field', message, { field });
    });
}
