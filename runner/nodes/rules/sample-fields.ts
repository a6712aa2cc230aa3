import { z } from 'zod';
import type { FormField } from '../form.ts';

/** The seed of a random choice: any whole number. */
export const seedField: FormField<number> = {
  label: 'Seed',
  type: 'integer',
  required: false,
  default: 42,
  help: 'The same seed selects the same rows, on both engines and in exported scripts.',
  schema: z.int('must be a whole number'),
};

const SHARE = 'must be a number above 0 and at most 1';

/** The schema of a share of the rows. */
export const share = z.number(SHARE).gt(0, SHARE).max(1, SHARE);
