import { defineNode } from '../definition.ts';
import { dropColumnsExamples } from './examples/drop-columns-examples.ts';
import { columnsField } from '../form.ts';

export const dropColumns = defineNode({
  id: 'dropColumns',
  label: 'Drop Columns',
  category: 'columns',
  description: 'Drops the named columns and keeps all others in order.',
  form: { columns: columnsField('Columns', { help: 'The columns to drop.' }) },
  lower: ({ columns }, inputs) => inputs.one().drop(columns, 'columns'),
  examples: dropColumnsExamples,
});
