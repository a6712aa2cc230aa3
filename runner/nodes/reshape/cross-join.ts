import { z } from 'zod';
import { DATAFRAME_IN, defineNode } from '../definition.ts';
import type { FormField } from '../form.ts';
import { suffixesField } from '../rules/suffixes-field.ts';
import { crossJoinExamples } from './examples/cross-join-examples.ts';

/** The rows of a frame are numbered by 32-bit integers. */
const LIMIT = 2 ** 31 - 1;

const maxRows: FormField<number> = {
  label: 'Maximum rows',
  type: 'integer',
  required: false,
  default: 10_000_000,
  min: 1,
  max: LIMIT,
  help: 'The node fails before it computes more rows than this.',
  schema: z
    .int('must be a whole number')
    .min(1, 'must be 1 or more')
    .max(LIMIT, `must be at most ${LIMIT}`),
};

export const crossJoin = defineNode({
  id: 'crossJoin',
  label: 'Cross Join',
  category: 'reshape',
  description:
    'Combines each row of the left input with each row of the right input: for each left row in order, all right rows in order.',
  inputs: [
    { ...DATAFRAME_IN, id: 'left' },
    { ...DATAFRAME_IN, id: 'right' },
  ],
  form: { suffixes: suffixesField, max_rows: maxRows },
  lower: ({ suffixes, max_rows: limit }, inputs) =>
    inputs.one('left').cross(inputs.one('right'), { suffixes, maxRows: limit }),
  examples: crossJoinExamples,
});
