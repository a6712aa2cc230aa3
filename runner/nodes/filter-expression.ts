import { z } from 'zod';
import { UserError } from '../domain/errors.ts';
import type { ColumnSchema } from '../domain/column.ts';
import { filterFrame } from '../engines/pandas/kernels/filter-frame.ts';
import { schemaOf } from '../engines/pandas/kernels/column-access.ts';
import {
  compileExpression,
  toColumn,
  toPandasMask,
  toPolars,
  toPolarsPython,
  type CompiledExpression,
} from '../expressions/index.ts';
import type { ExpressionValues } from '../expressions/scope.ts';
import { attributeToField } from './rules/field-checks.ts';
import { DATAFRAME_IN, DATAFRAME_OUT, defineNode, type ExampleTable } from './definition.ts';
import { inputColumn } from './lineage.ts';
import { expressionText, hasStrictCast } from './rules/expression-text.ts';

/** Compiles the expression of the node. @throws UserError when it is not boolean */
function compilePredicate(
  text: string,
  columns: readonly ColumnSchema[],
  values: ExpressionValues,
): CompiledExpression {
  const expression = compileExpression(text, columns, values);
  if (expression.type === 'boolean') return expression;
  throw new UserError(
    `The expression must be a condition (true or false), and it is ${expression.type ?? 'null'}. Compare its value, as in "${text.trim()} > 0".`,
  );
}

const SALES: readonly ColumnSchema[] = [
  { name: 'id', type: 'integer' },
  { name: 'amount', type: 'float' },
  { name: 'unit price', type: 'integer' },
  { name: 'city', type: 'string' },
  { name: 'sold', type: 'datetime' },
];
const ROWS: ExampleTable['rows'] = [
  [1, 12.5, 9007199254740993n, 'Oslo', '2024-01-31T08:00:00'],
  [2, null, 3, 'Bergen', '2024-02-29T00:00:00'],
  [3, 7, 9007199254740992n, null, null],
  [4, 99, null, 'oslo', '2023-12-31T23:59:59'],
];

export const filterExpression = defineNode({
  kind: 'transform',
  id: 'filterExpression',
  label: 'Filter by Expression',
  category: 'clean',
  description:
    'Keeps the rows for which a condition is true. Rows where it is false or null are dropped.',
  inputs: [DATAFRAME_IN],
  outputs: [DATAFRAME_OUT],
  defaultConfig: { expression: '' },
  config: z.object({ expression: expressionText }),
  fields: [
    {
      key: 'expression',
      label: 'Condition',
      type: 'string',
      required: true,
      placeholder: "amount > 100 and city == 'Oslo'",
      help: 'Columns by name, in backticks if the name has special characters; {{ name }} is a parameter.',
    },
  ],
  expressionKeys: ['expression'],
  rows: 'subset',
  checksValues: ({ expression }) => hasStrictCast(expression),
  expressions: (inputs, { expression }, context) => [
    compilePredicate(expression, inputs.one(), context),
  ],
  columns(inputs, { expression }, context) {
    attributeToField('expression', () => compilePredicate(expression, inputs.one(), context));
    return inputs.one();
  },
  lineage(inputs, { expression }, context) {
    const { columnsUsed } = compilePredicate(expression, inputs.one(), context);
    return { rows: columnsUsed.map((name) => inputColumn(name)) };
  },
  polars(inputs, { expression }, context) {
    const { lazy, columns } = inputs.one();
    return lazy.filter(toPolars(compilePredicate(expression, columns, context), context.pl));
  },
  pandas(inputs, { expression }, context) {
    const frame = inputs.one();
    const mask = toColumn(compilePredicate(expression, schemaOf(frame), context), frame);
    return mask.type === 'boolean' ? filterFrame(frame, mask) : frame;
  },
  python: {
    pandas({ expression }, python) {
      const predicate = compilePredicate(expression, python.columns(), python);
      const frame = python.frame();
      const mask = toPandasMask(predicate, frame, python);
      python.line(`${python.target} = ${frame}[${mask}].reset_index(drop=True)`);
    },
    polars({ expression }, python) {
      const predicate = compilePredicate(expression, python.columns(), python);
      const code = toPolarsPython(predicate, python);
      python.line(`${python.target} = ${python.frame()}.filter(${code})`);
    },
  },
  examples: [
    {
      title: 'A comparison with null is not true, so the row is dropped',
      config: { expression: 'amount > 10' },
      inputs: { in: { columns: SALES, rows: ROWS } },
      expected: { columns: SALES, rows: [ROWS[0] ?? [], ROWS[3] ?? []] },
    },
    {
      title: 'The negation of null is null',
      config: { expression: 'not (amount > 10)' },
      inputs: { in: { columns: SALES, rows: ROWS } },
      expected: { columns: SALES, rows: [ROWS[2] ?? []] },
    },
    {
      title: 'Integers are exact beyond 2^53',
      config: { expression: '`unit price` == 9007199254740993' },
      inputs: { in: { columns: SALES, rows: ROWS } },
      expected: { columns: SALES, rows: [ROWS[0] ?? []] },
    },
    {
      title: 'A condition on text, dates and nulls',
      config: { expression: "lower(city) = 'oslo' and sold >= '2024-01-01' or city is null" },
      inputs: { in: { columns: SALES, rows: ROWS } },
      expected: { columns: SALES, rows: [ROWS[0] ?? [], ROWS[2] ?? []] },
    },
    {
      title: 'A number is not a condition',
      config: { expression: 'amount' },
      inputs: { in: { columns: SALES, rows: ROWS } },
      expected: { error: /must be a condition/ },
    },
    {
      title: 'An error about an unknown column has its position and suggests the nearest one',
      config: { expression: 'amount > 1 and citty == 1' },
      inputs: { in: { columns: SALES, rows: ROWS } },
      expected: { error: /no column "citty".*"city".*line 1, column 16/ },
    },
  ],
});
