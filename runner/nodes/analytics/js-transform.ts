import { scriptTable } from '../../plan/builders/script-table.ts';
import { defineNode } from '../definition.ts';
import { scriptField, selectField } from '../form.ts';
import { declaredColumns, declaredColumnsField } from '../rules/declared-columns.ts';
import { deterministicField } from '../rules/deterministic.ts';
import { checkJavascript } from '../rules/javascript-text.ts';
import { jsTransformExamples } from './examples/js-transform-examples.ts';

export const jsTransform = defineNode({
  id: 'jsTransform',
  label: 'JavaScript Transform',
  category: 'analytics',
  description:
    'Computes a table in JavaScript. The script is the body of an async function: it gets the rows as an array of objects, or the columns as an object of arrays, and returns either. Integers beyond 2^53 are bigint, datetimes are Date. It runs in a process of its own with bounds on time and memory.',
  form: {
    script: scriptField('Script', 'javascript', {
      default: 'return rows',
      placeholder: 'return rows.filter((row) => row.amount > 10)',
      help: 'dfd is danfojs-node where `millrace setup danfo` was run, and a script may return its frames. A column has one type: mixed types and objects are rejected. Datetimes that a script passes on unchanged keep their microseconds.',
    }),
    input: selectField('Input', ['rows', 'columns'], {
      default: 'rows',
      help: 'rows: an array of objects, named rows. columns: an object of arrays, named columns, which is faster.',
    }),
    columns: declaredColumnsField,
    deterministic: deterministicField,
  },
  refine: (config) =>
    config.superRefine(({ script }, context) => {
      const message = checkJavascript(script);
      if (message !== null) context.addIssue({ code: 'custom', path: ['script'], message });
    }),
  lower: ({ script, input, columns, deterministic = false }, inputs) =>
    scriptTable(
      inputs.one(),
      { runtime: 'javascript', script, argument: input, deterministic },
      declaredColumns(columns),
    ),
  examples: jsTransformExamples,
});
