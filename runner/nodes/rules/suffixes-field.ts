import { z } from 'zod';
import type { FormField } from '../form.ts';

/** The suffixes for names that both inputs of a join have. */
export const suffixesField: FormField<readonly [string, string]> = {
  label: 'Suffixes',
  type: 'string_list',
  required: false,
  placeholder: '_x, _y',
  help: 'Appended to the names of columns that both inputs have, except keys: first the left, then the right suffix. Default: _x, _y.',
  schema: z
    .tuple([z.string(), z.string()], 'must be a list of two texts, for the left and the right side')
    .default(['_x', '_y']),
};
