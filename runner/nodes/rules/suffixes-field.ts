import { z } from 'zod';
import type { FormField } from '../form.ts';

/** The suffixes of a config that has none. */
export const DEFAULT_SUFFIXES: [string, string] = ['_x', '_y'];

/** The schema of the suffixes of both inputs of a join. */
export const suffixes = z
  .tuple([z.string(), z.string()], 'must be a list of two texts, for the left and the right side')
  .default(DEFAULT_SUFFIXES);

/** The suffixes for names that both inputs of a join have. */
export const suffixesField: FormField<readonly [string, string]> = {
  label: 'Suffixes',
  type: 'string_list',
  required: false,
  placeholder: DEFAULT_SUFFIXES.join(', '),
  help: `Appended to the names of columns that both inputs have, except keys: first the left, then the right suffix. Default: ${DEFAULT_SUFFIXES.join(', ')}.`,
  schema: suffixes,
};
