import { z } from 'zod';
import type { RowBound, RulePart } from '../../plan/operators/reports.ts';
import { defineNode } from '../definition.ts';
import type { FormField } from '../form.ts';
import { inMode, modeField } from './check-fields.ts';
import { assertRowCountExamples } from './examples/assert-row-count-examples.ts';

function rowsField(label: string): FormField<number | null> {
  return {
    label,
    type: 'integer',
    required: false,
    default: null,
    min: 0,
    help: 'Null: no bound.',
    schema: z.int('must be a whole number').min(0, 'must be 0 or more').nullable(),
  };
}

export const assertRowCount = defineNode({
  id: 'assertRowCount',
  label: 'Assert Row Count',
  category: 'quality',
  description:
    'Checks that the number of rows is within bounds, which are allowed themselves. All rows count as violations of a bound. The rows pass through.',
  form: {
    min_rows: rowsField('Minimum rows'),
    max_rows: rowsField('Maximum rows'),
    mode: modeField,
  },
  refine: (config) =>
    config.superRefine(({ min_rows: min, max_rows: max }, context) => {
      const refuse = (message: string): void => {
        context.addIssue({ code: 'custom', path: ['min_rows'], message });
      };
      if (min === null && max === null) refuse('or max_rows is needed');
      if (min !== null && max !== null && min > max) refuse('must not be greater than max_rows');
    }),
  lower({ min_rows: minRows, max_rows: maxRows, mode }, inputs) {
    const min = boundOf(minRows, 'min_rows');
    const max = boundOf(maxRows, 'max_rows');
    return inputs.one().check({
      test: { kind: 'count', min, max },
      ...inMode(mode),
      rule: [
        'The table must have ',
        ...boundsText(min, max),
        (max ?? min)?.rows === 1 ? ' row' : ' rows',
      ],
      shown: [],
    });
  },
  examples: assertRowCountExamples,
});

function boundOf(rows: number | null, key: string): RowBound | null {
  return rows === null ? null : { rows, at: [key] };
}

function boundsText(min: RowBound | null, max: RowBound | null): readonly RulePart[] {
  const [low, high] = [min, max].map((bound) =>
    bound === null ? null : { text: String(bound.rows), at: bound.at },
  );
  if (low && high) return ['between ', low, ' and ', high];
  return [low ? 'at least ' : 'at most ', low ?? high ?? ''];
}
