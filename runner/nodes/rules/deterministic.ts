import { z } from 'zod';
import type { FormField } from '../form.ts';

/**
 * The statement of an author that a script may be read from the cache. The default config of the catalogue, which
 * clients know, does not have it.
 */
export const deterministicField: FormField<boolean | undefined> = {
  label: 'Deterministic',
  type: 'boolean',
  required: false,
  nullMeans: 'false',
  help: 'The script returns the same for the same rows: it uses no clock, no random numbers and no files. Then a run with the cache may read its result instead of executing it. This needs declared columns.',
  schema: z.boolean('must be true or false').optional(),
};
