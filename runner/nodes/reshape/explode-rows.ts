import { z } from 'zod';
import { defineNode } from '../definition.ts';
import { columnField, textField } from '../form.ts';
import { explodeRowsExamples } from './examples/explode-rows-examples.ts';

export const explodeRows = defineNode({
  id: 'explodeRows',
  label: 'Split to Rows',
  category: 'reshape',
  description:
    'Splits the texts of a column: one row for each part, in which the other columns repeat. A text that is a JSON array, such as ["a", "b"], gives a row for each element, whatever the delimiter; any other text is split at the delimiter, and without one it is an error. Elements become texts: numbers, booleans, objects and lists as they are written. Null and an array without elements stay one row with null, an empty text one row with an empty text. Nothing is trimmed.',
  form: {
    column: columnField('Column', { help: 'Numbers, booleans and dates become text first.' }),
    delimiter: textField('Delimiter', z.string('must be text'), {
      default: ',',
      nullMeans: 'absent',
      help: 'A literal text, not a pattern. Empty or without the key: each text is a JSON array.',
    }),
  },
  impliedConfig: (config) => (Object.hasOwn(config, 'delimiter') ? {} : { delimiter: '' }),
  lower: ({ column, delimiter: at }, inputs) =>
    inputs.one().explode(column, at, { column: 'column', delimiter: 'delimiter' }),
  examples: explodeRowsExamples,
});
