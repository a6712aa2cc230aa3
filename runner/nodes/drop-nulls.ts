import { z } from 'zod';
import type { ColumnSchema } from '../domain/column.ts';
import { findColumn } from '../domain/nearest-name.ts';
import { schemaOf } from '../engines/pandas/kernels/column-access.ts';
import { filterFrame } from '../engines/pandas/kernels/filter-frame.ts';
import { polarsSelection } from '../python/polars-columns.ts';
import type { PythonContext } from '../python/python-context.ts';
import {
  toCompiledExpression,
  type CompiledExpression,
} from '../expressions/compiled-expression.ts';
import { toColumn, toPolars } from '../expressions/index.ts';
import { logicalAnd, isNotNullOperation, logicalOr } from '../expressions/operations/logic.ts';
import type { Operation } from '../expressions/operation.ts';
import { call, columnReference, type TypedExpression } from '../expressions/typed-expression.ts';
import { optionalColumnList } from './rules/column-list.ts';
import { checkFields, columnChecks } from './rules/field-checks.ts';
import { DATAFRAME_IN, DATAFRAME_OUT, defineNode, type ExampleTable } from './definition.ts';
import { inputColumn } from './lineage.ts';

const config = z.object({
  subset: optionalColumnList,
  how: z.enum(['any', 'all'], 'must be any or all'),
});
type Config = z.infer<typeof config>;

/** The predicate of the rows to keep; null: keep all rows. @throws UserError for an unknown column */
function keepPredicate(
  { subset, how }: Config,
  columns: readonly ColumnSchema[],
): CompiledExpression | null {
  const checked = subset.length === 0 ? columns : subset.map((name) => findColumn(columns, name));
  const predicates = checked.map((column) => call(isNotNullOperation, columnReference(column)));
  const combined = combineBalanced(how === 'any' ? logicalAnd : logicalOr, predicates);
  return combined === null ? null : toCompiledExpression(combined);
}

/** Combines predicates as a balanced tree, so that hundreds of columns do not nest deeply. */
function combineBalanced(
  operation: Operation,
  predicates: readonly TypedExpression[],
): TypedExpression | null {
  const [first] = predicates;
  if (first === undefined || predicates.length === 1) return first ?? null;
  const half = Math.ceil(predicates.length / 2);
  const left = combineBalanced(operation, predicates.slice(0, half));
  const right = combineBalanced(operation, predicates.slice(half));
  return left === null || right === null ? null : call(operation, left, right);
}

/** The checked columns as a Python list; empty for all. */
function subsetCode({ subset }: Config, python: PythonContext): string {
  return subset.length === 0 ? '' : python.value(['subset']);
}

const PEOPLE: readonly ColumnSchema[] = [
  { name: 'id', type: 'integer' },
  { name: 'name', type: 'string' },
  { name: 'size', type: 'float' },
];
const ROWS: ExampleTable['rows'] = [
  [1, 'ann', 1.7],
  [2, null, 1.8],
  [null, null, null],
  [9007199254740993n, '', null],
];
const people = { in: { columns: PEOPLE, rows: ROWS } };
const rows = (...indices: readonly number[]): ExampleTable => ({
  columns: PEOPLE,
  rows: indices.map((index) => ROWS[index] ?? []),
});

export const dropNulls = defineNode({
  kind: 'transform',
  id: 'dropNulls',
  label: 'Drop Nulls',
  category: 'clean',
  description:
    'Drops the rows in which any or all of the columns are null. Empty text is not null.',
  inputs: [DATAFRAME_IN],
  outputs: [DATAFRAME_OUT],
  defaultConfig: { subset: [], how: 'any' },
  config,
  fields: [
    {
      key: 'subset',
      label: 'Columns',
      type: 'column_list',
      required: false,
      default: [],
      help: 'The columns to check. Empty: all.',
    },
    {
      key: 'how',
      label: 'Drop when',
      type: 'select',
      required: false,
      default: 'any',
      options: ['any', 'all'],
      help: 'any: at least one of the columns is null. all: every column is null.',
    },
  ],
  rows: 'subset',
  columns(inputs, settings) {
    checkFields(columnChecks('subset', settings.subset, inputs.one()));
    return inputs.one();
  },
  lineage(inputs, { subset }) {
    const names = subset.length === 0 ? inputs.one().map(({ name }) => name) : subset;
    return { rows: names.map((name) => inputColumn(name)) };
  },
  polars(inputs, settings, { pl }) {
    const { lazy, columns } = inputs.one();
    const predicate = keepPredicate(settings, columns);
    return predicate === null ? lazy : lazy.filter(toPolars(predicate, pl));
  },
  pandas(inputs, settings) {
    const frame = inputs.one();
    const predicate = keepPredicate(settings, schemaOf(frame));
    const mask = predicate === null ? null : toColumn(predicate, frame);
    return mask?.type === 'boolean' ? filterFrame(frame, mask) : frame;
  },
  python: {
    pandas(settings, python) {
      const subset = subsetCode(settings, python);
      const columns = subset === '' ? '' : `subset=${subset}, `;
      const how = python.value(['how']);
      python.line(
        `${python.target} = ${python.frame()}.dropna(${columns}how=${how}, ignore_index=True)`,
      );
    },
    polars(settings, python) {
      const subset = subsetCode(settings, python);
      const list = subset === '' ? '' : polarsSelection(python, settings.subset, subset);
      if (settings.how === 'any') {
        python.line(`${python.target} = ${python.frame()}.drop_nulls(${list})`);
        return;
      }
      const selected = list.startsWith('cs.') ? list : `pl.col(${list})`;
      const columns = subset === '' ? 'pl.all()' : selected;
      python.import('import polars as pl');
      python.line(`${python.target} = ${python.frame()}.filter(`);
      python.line(`    pl.any_horizontal(${columns}.is_not_null())`);
      python.line(')');
    },
  },
  examples: [
    {
      title: 'Rows with at least one null are dropped; empty text is a value',
      config: {},
      inputs: people,
      expected: rows(0),
    },
    {
      title: 'Only rows of nulls are dropped',
      config: { how: 'all' },
      inputs: people,
      expected: rows(0, 1, 3),
    },
    {
      title: 'Only the named columns are checked',
      config: { subset: ['id', 'name'] },
      inputs: people,
      expected: rows(0, 3),
    },
    {
      title: 'All of the named columns must be null',
      config: { subset: ['name', 'size'], how: 'all' },
      inputs: people,
      expected: rows(0, 1, 3),
    },
    {
      title: 'An error about an unknown column suggests the nearest one',
      config: { subset: ['sise'] },
      inputs: people,
      expected: { error: /no column "sise".*"size"/ },
    },
  ],
});
