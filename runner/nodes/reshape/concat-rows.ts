import { union } from '../../plan/table.ts';
import { DATAFRAME_IN, defineNode } from '../definition.ts';
import { concatRowsExamples } from './examples/concat-rows-examples.ts';

export const concatRows = defineNode({
  id: 'concatRows',
  label: 'Concat Rows',
  category: 'reshape',
  description:
    'Concatenates the rows of several inputs. Columns are matched by name; if an input lacks a column, its cells are null.',
  inputs: [{ ...DATAFRAME_IN, multi: true }],
  form: {},
  lower: (_config, inputs) => union(inputs.many('in')),
  examples: concatRowsExamples,
});
