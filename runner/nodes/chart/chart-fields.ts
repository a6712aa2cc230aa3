import { z } from 'zod';
import {
  CATEGORY_ORDERS,
  CHART_AGGREGATES,
  type CategoryOrder,
} from '../../charts/chart-request.ts';
import { selectField, textField, type FormField } from '../form.ts';
import { oneOfMessage } from '../rules/one-of-message.ts';

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

/** What a user may call the orders of categories. */
const ORDER_SPELLINGS = {
  values: 'value',
  size: 'value',
  label: 'category',
  name: 'category',
  none: 'input',
  appearance: 'input',
};

/** The order of the categories. The default config of the catalogue, which clients know, does not have it. */
export const sortField: FormField<CategoryOrder> = {
  label: 'Order',
  type: 'select',
  required: false,
  options: CATEGORY_ORDERS,
  nullMeans: 'absent',
  emptyIsAbsent: true,
  help: 'The order of the categories that are shown; the limit keeps the greatest ones whatever it is, and Other is last. value: the greatest first. category: numbers and dates ascending, also in text if at least 80% of its cells are numbers, or dates; other text by code point, blanks last. input: as they first appear in the rows. Empty: value.',
  schema: z
    .enum(CATEGORY_ORDERS, {
      error: oneOfMessage({ values: CATEGORY_ORDERS, spellings: ORDER_SPELLINGS }),
    })
    .default('value'),
};

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
