import { z } from 'zod';
import { defineNode } from '../definition.ts';
import { columnField, textField } from '../form.ts';
import { explodeRowsExamples } from './examples/explode-rows-examples.ts';

const delimiter = z.string('must be text').min(1, 'needs at least one character');

export const explodeRows = defineNode({
  id: 'explodeRows',
  label: 'Split to Rows',
  category: 'reshape',
  description:
    'Splits the texts of a column at a delimiter: one row for each part, in which the other columns repeat. Null stays one row with null, an empty text one row with an empty text. Nothing is trimmed.',
  form: {
    column: columnField('Column', { help: 'Numbers, booleans and dates become text first.' }),
    delimiter: textField('Delimiter', delimiter, {
      default: ',',
      help: 'A literal text, not a pattern.',
    }),
  },
  lower: ({ column, delimiter: at }, inputs) =>
    inputs.one().explode(column, at, { column: 'column', delimiter: 'delimiter' }),
  examples: explodeRowsExamples,
});
