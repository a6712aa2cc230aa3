import { z } from 'zod';
import { defineNode } from '../definition.ts';
import { unpivotExamples } from './examples/unpivot-examples.ts';
import { columnsField, optionalColumnsField, textField } from '../form.ts';

const newName = z.string('must be text').min(1, 'needs the name of the new column');

export const unpivot = defineNode({
  id: 'unpivot',
  label: 'Unpivot / Melt',
  category: 'reshape',
  description:
    'Turns columns into rows: each cell gets a row of its own with the name of its column. All rows of the first column come first. Columns of several types become their common type: float for integers and floats, otherwise text.',
  form: {
    id_vars: columnsField('Keep', { help: 'The columns that every row repeats.' }),
    value_vars: optionalColumnsField('Turn into rows', { help: 'Empty: all other columns.' }),
    var_name: textField('Name column', newName, {
      default: 'variable',
      help: 'The new column with the names of the columns.',
    }),
    value_name: textField('Value column', newName, {
      default: 'value',
      help: 'The new column with the cells.',
    }),
  },
  lower: ({ id_vars: keys, value_vars: values, var_name: variable, value_name: value }, inputs) =>
    inputs.one().unpivot({
      keys,
      values,
      variable,
      value,
      fields: {
        keys: 'id_vars',
        values: 'value_vars',
        variable: 'var_name',
        value: 'value_name',
      },
    }),
  examples: unpivotExamples,
});
