import { z } from 'zod';
import { defineNode } from '../definition.ts';
import { renameColumnsExamples } from './examples/rename-columns-examples.ts';
import { mappingField } from '../form.ts';

const newName = z.string('a new name must be text').min(1, 'a new name must not be empty');

export const renameColumns = defineNode({
  id: 'renameColumns',
  label: 'Rename Columns',
  category: 'columns',
  description: 'Renames columns and keeps all others. Names can be swapped.',
  form: {
    mapping: mappingField('New names', newName, 'must be an object from old name to new name', {
      help: 'From old name to new name.',
    }),
  },
  lower: ({ mapping }, inputs) => inputs.one().rename(mapping, 'mapping'),
  examples: renameColumnsExamples,
});
