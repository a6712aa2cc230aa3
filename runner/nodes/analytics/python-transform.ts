import { scriptTable } from '../../plan/builders/script-table.ts';
import { defineNode } from '../definition.ts';
import { scriptField } from '../form.ts';
import { declaredColumnsField, declaredColumns } from '../rules/declared-columns.ts';
import { deterministicField } from '../rules/deterministic.ts';
import { pythonTransformExamples } from './examples/python-transform-examples.ts';

export const pythonTransform = defineNode({
  id: 'pythonTransform',
  label: 'Python Transform',
  category: 'analytics',
  description:
    "Computes a table in Python. The script is the body of a function: it gets the rows as df, a DataFrame of the engine's library, and returns a DataFrame. It runs in a process of its own with bounds on time and memory. It needs Python with this library: `npx millrace python setup` installs it, and SERVICE_PYTHON names another.",
  form: {
    script: scriptField('Script', 'python', {
      default: 'return df',
      placeholder: 'return df.head(10)',
      help: 'pl is polars on the engine polars, pd is pandas on the engine pandas.',
    }),
    columns: declaredColumnsField,
    deterministic: deterministicField,
  },
  lower: ({ script, columns, deterministic = false }, inputs) =>
    scriptTable(
      inputs.one(),
      { runtime: 'python', script, argument: 'df', deterministic },
      declaredColumns(columns),
    ),
  examples: pythonTransformExamples,
});
