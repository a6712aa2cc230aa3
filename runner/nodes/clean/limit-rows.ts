import { defineNode } from '../definition.ts';
import { limitRowsExamples } from './examples/limit-rows-examples.ts';
import { integerField } from '../form.ts';

export const limitRows = defineNode({
  id: 'limitRows',
  label: 'Limit Rows',
  category: 'clean',
  description: 'Skips the first rows and keeps at most a given number of the following ones.',
  form: {
    n: integerField('Rows', {
      required: true,
      min: 0,
      default: 100,
      help: 'The maximum number of rows to keep.',
    }),
    offset: integerField('Offset', { min: 0, default: 0, help: 'The number of rows to skip.' }),
  },
  lower: ({ n, offset }, inputs) =>
    inputs.one().slice({ offset, length: n }, { offset: ['offset'], length: ['n'] }),
  examples: limitRowsExamples,
});
