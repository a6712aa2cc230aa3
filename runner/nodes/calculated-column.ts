import { z } from 'zod';
import type { ColumnSchema } from '../domain/column.ts';
import { schemaOf, withColumn } from '../engines/pandas/kernels/column-access.ts';
import {
  compileExpression,
  toColumn,
  toPandasPython,
  toPolars,
  toPolarsPython,
} from '../expressions/index.ts';
import { attributeToField } from './rules/field-checks.ts';
import { DATAFRAME_IN, DATAFRAME_OUT, defineNode, type ExampleTable } from './definition.ts';
import { computedFrom, inputColumn, copiedFrom } from './lineage.ts';
import { expressionText, hasStrictCast } from './rules/expression-text.ts';
import { assignLine } from './python/assign-code.ts';

const ORDERS: readonly ColumnSchema[] = [
  { name: 'quantity', type: 'integer' },
  { name: 'price', type: 'float' },
  { name: 'name', type: 'string' },
];
const ROWS: ExampleTable['rows'] = [
  [2, 1.5, 'ann'],
  [null, 4, 'straße'],
  [0, 0, null],
  [9007199254740993n, null, 'Bob'],
];

export const calculatedColumn = defineNode({
  kind: 'transform',
  id: 'calculatedColumn',
  label: 'Calculated Column',
  category: 'columns',
  description:
    'Computes a column from an expression. An existing column with the same name is replaced in place.',
  inputs: [DATAFRAME_IN],
  outputs: [DATAFRAME_OUT],
  defaultConfig: { column_name: '', expression: '' },
  config: z.object({
    column_name: z.string('must be text').min(1, 'needs the name of the new column'),
    expression: expressionText,
  }),
  fields: [
    {
      key: 'column_name',
      label: 'Column',
      type: 'string',
      required: true,
      placeholder: 'total',
      help: 'The name of the column to add or replace.',
    },
    {
      key: 'expression',
      label: 'Expression',
      type: 'string',
      required: true,
      placeholder: 'quantity * price',
      help: 'Columns by name, in backticks if the name has special characters; {{ name }} is a parameter.',
    },
  ],
  expressionKeys: ['expression'],
  rows: 'same',
  checksValues: ({ expression }) => hasStrictCast(expression),
  expressions: (inputs, { expression }, context) => [
    compileExpression(expression, inputs.one(), context),
  ],
  columns(inputs, config, context) {
    const columns = inputs.one();
    const { type } = attributeToField('expression', () =>
      compileExpression(config.expression, columns, context),
    );
    const computed: ColumnSchema = { name: config.column_name, type: type ?? 'string' };
    const index = columns.findIndex((column) => column.name === computed.name);
    return index === -1 ? [...columns, computed] : columns.with(index, computed);
  },
  lineage(inputs, { column_name: name, expression }, context) {
    const { root, columnsUsed } = compileExpression(expression, inputs.one(), context);
    const source =
      root.kind === 'column'
        ? copiedFrom(name, inputColumn(root.name))
        : computedFrom(...columnsUsed);
    return { columns: new Map([[name, source]]) };
  },
  polars(inputs, config, context) {
    const { lazy, columns } = inputs.one();
    const expression = compileExpression(config.expression, columns, context);
    return lazy.withColumns(toPolars(expression, context.pl).alias(config.column_name));
  },
  pandas(inputs, config, context) {
    const frame = inputs.one();
    const expression = compileExpression(config.expression, schemaOf(frame), context);
    return withColumn(frame, config.column_name, toColumn(expression, frame));
  },
  python: {
    pandas(config, python) {
      const expression = compileExpression(config.expression, python.columns(), python);
      const code = toPandasPython(expression, python.frame(), python);
      assignLine(python, [{ path: ['column_name'], name: config.column_name, code }]);
    },
    polars(config, python) {
      const expression = compileExpression(config.expression, python.columns(), python);
      const code = toPolarsPython(expression, python);
      const name = python.value(['column_name']);
      python.line(`${python.target} = ${python.frame()}.with_columns(`);
      python.line(`    (${code}).alias(${name}),`);
      python.line(')');
    },
  },
  examples: [
    {
      title: 'A product with null is null',
      config: { column_name: 'total', expression: 'quantity * price' },
      inputs: { in: { columns: ORDERS, rows: ROWS.slice(0, 3) } },
      expected: {
        columns: [...ORDERS, { name: 'total', type: 'float' }],
        rows: [
          [2, 1.5, 'ann', 3],
          [null, 4, 'straße', null],
          [0, 0, null, 0],
        ],
      },
    },
    {
      title: 'A column with the same name is replaced in place, and integers stay exact',
      config: { column_name: 'quantity', expression: 'quantity + 1' },
      inputs: { in: { columns: ORDERS, rows: ROWS } },
      expected: {
        columns: ORDERS,
        rows: [
          [3, 1.5, 'ann'],
          [null, 4, 'straße'],
          [1, 0, null],
          [9007199254740994n, null, 'Bob'],
        ],
      },
    },
    {
      title: 'Division by zero: 0 / 0 is null',
      config: { column_name: 'ratio', expression: 'price / quantity' },
      inputs: { in: { columns: ORDERS, rows: ROWS.slice(0, 3) } },
      expected: {
        columns: [...ORDERS, { name: 'ratio', type: 'float' }],
        rows: [
          [2, 1.5, 'ann', 0.75],
          [null, 4, 'straße', null],
          [0, 0, null, null],
        ],
      },
    },
    {
      title: 'A case expression with full Unicode case mapping',
      config: {
        column_name: 'label',
        expression: "case when price > 1 then upper(name) else concat('no ', quantity) end",
      },
      inputs: { in: { columns: ORDERS, rows: ROWS } },
      expected: {
        columns: [...ORDERS, { name: 'label', type: 'string' }],
        rows: [
          [2, 1.5, 'ann', 'ANN'],
          [null, 4, 'straße', 'STRASSE'],
          [0, 0, null, 'no 0'],
          [9007199254740993n, null, 'Bob', 'no 9007199254740993'],
        ],
      },
    },
    {
      title: 'The remainder has the sign of the divisor, and // rounds down',
      config: { column_name: 'parts', expression: '(0 - quantity) // 3 * 10 + (0 - quantity) % 3' },
      inputs: { in: { columns: ORDERS, rows: ROWS.slice(0, 3) } },
      expected: {
        columns: [...ORDERS, { name: 'parts', type: 'integer' }],
        rows: [
          [2, 1.5, 'ann', -9],
          [null, 4, 'straße', null],
          [0, 0, null, 0],
        ],
      },
    },
    {
      title: 'Adding text and a number is an error',
      config: { column_name: 'x', expression: 'name + 1' },
      inputs: { in: { columns: ORDERS, rows: ROWS } },
      expected: { error: /Cannot add text.*line 1, column 6/ },
    },
    {
      title: 'A syntax error names its position',
      config: { column_name: 'x', expression: 'quantity +' },
      inputs: { in: { columns: ORDERS, rows: ROWS } },
      expected: { error: /"expression".*ends too early.*line 1, column 11/ },
    },
  ],
});
