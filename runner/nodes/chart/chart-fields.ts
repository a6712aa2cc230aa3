import { z } from 'zod';
import { CHART_AGGREGATES } from '../../charts/chart-request.ts';
import { selectField, textField, type FormField } from '../form.ts';

/** The title of a chart. */
export const titleField: FormField<string> = textField('Title', z.string('must be text'), {
  default: '',
  nullMeans: 'absent',
  help: 'Shown above the chart, at most 200 characters. Empty: none.',
});

/** How the values of a category are aggregated. */
export function aggregateField(
  initial: (typeof CHART_AGGREGATES)[number],
): FormField<(typeof CHART_AGGREGATES)[number]> {
  return selectField('Aggregate', CHART_AGGREGATES, {
    default: initial,
    nullMeans: 'absent',
    emptyIsAbsent: true,
    help: 'count counts rows, also those whose value is null: it needs no column.',
    spellings: { avg: 'mean', average: 'mean' },
  });
}

/** How many categories are shown before the rest is `Other`. */
export function limitField(range: {
  readonly min: number;
  readonly max: number;
  readonly default: number;
}): FormField<number | null> {
  const { min, max } = range;
  return {
    label: 'Limit',
    type: 'integer',
    required: false,
    default: null,
    min,
    max,
    help: `Categories with the greatest values; the rest is Other. Empty: ${range.default}.`,
    schema: z
      .int('must be a whole number')
      .min(min, `must be ${min} or more`)
      .max(max, `must be ${max} or less`)
      .nullable(),
  };
}

/** Requires a column for every aggregate but count. @param field the config key of the column */
export function requireMeasure<Field extends string>(
  field: Field,
): (config: Readonly<Record<Field | 'aggregate', string>>, context: z.RefinementCtx) => void {
  return (config, context) => {
    if (config.aggregate === 'count' || config[field] !== '') return;
    const message = `the aggregate "${config.aggregate}" needs a column`;
    context.addIssue({ code: 'custom', path: [field], message });
  };
}
