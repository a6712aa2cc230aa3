import { z } from 'zod';
import { defineNode } from '../definition.ts';
import { removeDuplicatesExamples } from './examples/remove-duplicates-examples.ts';
import { optionalColumnsField, type FormField } from '../form.ts';

const KEPT = ['first', 'last', 'false'] as const;

const keep: FormField<'first' | 'last' | 'none'> = {
  label: 'Keep',
  type: 'select',
  required: false,
  default: 'first',
  options: KEPT,
  help: 'Which of several equal rows to keep; false drops all of them.',
  schema: z
    .union([z.enum([...KEPT, 'none']), z.literal(false)], { error: 'must be first, last or false' })
    .transform((kept) => (kept === 'first' || kept === 'last' ? kept : 'none')),
};

export const removeDuplicates = defineNode({
  id: 'removeDuplicates',
  label: 'Remove Duplicates',
  category: 'clean',
  description: 'Keeps one of several equal rows and preserves the order. Nulls are equal.',
  form: {
    subset: optionalColumnsField('Columns', { help: 'The columns to compare. Empty: all.' }),
    keep,
  },
  lower: ({ subset, keep: kept }, inputs) => inputs.one().distinct(subset, kept, 'subset'),
  examples: removeDuplicatesExamples,
});
