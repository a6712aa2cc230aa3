import { z } from 'zod';
import { defineNode } from '../definition.ts';
import type { FormField } from '../form.ts';
import { seedField, share } from '../rules/sample-fields.ts';
import { sampleRowsExamples } from './examples/sample-rows-examples.ts';

const rows: FormField<number | null> = {
  label: 'Rows',
  type: 'integer',
  required: false,
  default: 100,
  min: 0,
  help: 'The number of rows. There must be as many. Required, unless a share is given.',
  requiredWhen: ({ frac = null }) => frac === null,
  schema: z.int('must be a whole number').min(0, 'must be 0 or more').nullable(),
};
const fraction: FormField<number | null | undefined> = {
  label: 'Share',
  type: 'number',
  required: false,
  min: 0,
  max: 1,
  help: 'A share of all rows, such as 0.1, instead of a number of rows.',
  schema: share.nullish(),
};

export const sampleRows = defineNode({
  id: 'sampleRows',
  label: 'Sample Rows',
  category: 'clean',
  description:
    'Keeps randomly chosen rows, each at most once, in their order. A number of rows, or a share of them, which is rounded to the nearest number.',
  form: { n: rows, frac: fraction, seed: { ...seedField, required: true } },
  lower({ n, frac, seed }, inputs) {
    const isShare = typeof frac === 'number';
    return inputs.one().sample({
      size: isShare ? { share: frac } : { rows: n ?? 0 },
      seed,
      at: { size: [isShare ? 'frac' : 'n'], seed: ['seed'] },
    });
  },
  refine: (config) =>
    config.superRefine(({ n, frac }, context) => {
      if (n !== null || typeof frac === 'number') return;
      const message = 'needs a number of rows, or set "frac" to a share of them';
      context.addIssue({ code: 'custom', path: ['n'], message });
    }),
  examples: sampleRowsExamples,
});
