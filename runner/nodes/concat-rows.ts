import type pl from 'nodejs-polars';
import { z } from 'zod';
import type { ColumnSchema } from '../domain/column.ts';
import { supertype } from '../domain/types/supertype.ts';
import type { Column, Frame } from '../engines/pandas/frame.ts';
import { concatColumns } from '../engines/pandas/kernels/concat-columns.ts';
import { nullLike } from '../engines/pandas/kernels/take-rows.ts';
import { columnExpression } from '../engines/polars/column-expression.ts';
import type { PolarsFrame } from '../engines/polars/frame.ts';
import { PolarsBuilder } from '../expressions/polars-builder.ts';
import { emitPandasConcat, emitPolarsConcat, type Widen } from './python/concat-code.ts';
import { DATAFRAME_IN, DATAFRAME_OUT, defineNode, type NodeInputs } from './definition.ts';
import { inputColumn, type ColumnSource, type InputColumn } from './lineage.ts';
import { widening } from './rules/widening.ts';

export const concatRows = defineNode({
  kind: 'transform',
  id: 'concatRows',
  label: 'Concat Rows',
  category: 'reshape',
  description:
    'Concatenates the rows of several inputs. Columns are matched by name; if an input lacks a column, its cells are null.',
  inputs: [{ ...DATAFRAME_IN, multi: true }],
  outputs: [DATAFRAME_OUT],
  defaultConfig: {},
  config: z.object({}),
  fields: [],
  rows: 'other',
  columns: (inputs) => unionSchema(inputs.many('in')),
  lineage: (inputs) => ({ columns: unionLineage(inputs.many('in')) }),
  polars(inputs, _config, { pl }) {
    const frames = inputs.many('in');
    const target = unionSchema(frames.map(({ columns }) => columns));
    const parts = frames.map((frame) => alignPlan(pl, frame, target));
    return pl.concat(parts, { how: 'vertical' });
  },
  pandas: concatFrames,
  python: {
    pandas(_config, python) {
      emitPandasConcat(python, wideningTo(unionSchema(python.manyColumns('in'))));
    },
    polars(_config, python) {
      emitPolarsConcat(python, wideningTo(unionSchema(python.manyColumns('in'))));
    },
  },
  examples: [
    {
      title: 'Columns are matched by name; integers and floats become floats',
      config: {},
      inputs: {
        in: [
          {
            columns: [
              { name: 'id', type: 'integer' },
              { name: 'amount', type: 'integer' },
            ],
            rows: [
              [9007199254740993n, 1],
              [null, null],
            ],
          },
          {
            columns: [
              { name: 'amount', type: 'float' },
              { name: 'day', type: 'datetime' },
              { name: 'id', type: 'integer' },
            ],
            rows: [[2.5, '2024-02-29T00:00:00', 7]],
          },
          { columns: [{ name: 'paid', type: 'boolean' }], rows: [[true]] },
        ],
      },
      expected: {
        columns: [
          { name: 'id', type: 'integer' },
          { name: 'amount', type: 'float' },
          { name: 'day', type: 'datetime' },
          { name: 'paid', type: 'boolean' },
        ],
        rows: [
          [9007199254740993n, 1, null, null],
          [null, null, null, null],
          [7, 2.5, '2024-02-29T00:00:00', null],
          [null, null, null, true],
        ],
      },
    },
    {
      title: 'Other combinations of types become text',
      config: {},
      inputs: {
        in: [
          { columns: [{ name: 'x', type: 'string' }], rows: [['a'], [null], ['']] },
          { columns: [{ name: 'x', type: 'integer' }], rows: [[10], [null]] },
          { columns: [{ name: 'x', type: 'float' }], rows: [[2.5], [2]] },
          { columns: [{ name: 'x', type: 'boolean' }], rows: [[true], [null]] },
          { columns: [{ name: 'x', type: 'datetime' }], rows: [['2024-02-29T00:00:00']] },
        ],
      },
      expected: {
        columns: [{ name: 'x', type: 'string' }],
        rows: [
          ['a'],
          [null],
          [''],
          ['10'],
          [null],
          ['2.5'],
          ['2.0'],
          ['true'],
          [null],
          ['2024-02-29 00:00:00'],
        ],
      },
    },
    {
      title: 'An empty input contributes its columns',
      config: {},
      inputs: {
        in: [
          { columns: [{ name: 'a', type: 'integer' }], rows: [] },
          { columns: [{ name: 'b', type: 'string' }], rows: [['x']] },
        ],
      },
      expected: {
        columns: [
          { name: 'a', type: 'integer' },
          { name: 'b', type: 'string' },
        ],
        rows: [[null, 'x']],
      },
    },
    {
      title: 'A single input is returned unchanged',
      config: {},
      inputs: { in: [{ columns: [{ name: '*', type: 'boolean' }], rows: [[false]] }] },
      expected: { columns: [{ name: '*', type: 'boolean' }], rows: [[false]] },
    },
  ],
});

/** All columns in order of first appearance, with the common supertype of their inputs. */
function unionSchema(inputs: readonly (readonly ColumnSchema[])[]): readonly ColumnSchema[] {
  const types = new Map<string, ColumnSchema['type']>();
  for (const { name, type } of inputs.flat()) {
    const known = types.get(name);
    types.set(name, known === undefined ? type : supertype(known, type));
  }
  return Array.from(types, ([name, type]) => ({ name, type }));
}

/** A column comes from every input that has it. It is computed if one input is widened, else passed. */
function unionLineage(
  inputs: readonly (readonly ColumnSchema[])[],
): ReadonlyMap<string, ColumnSource> {
  const sources = new Map<string, { types: Set<string>; from: InputColumn[] }>();
  for (const [position, columns] of inputs.entries()) {
    for (const { name, type } of columns) {
      const source = sources.get(name) ?? { types: new Set(), from: [] };
      source.types.add(type);
      source.from.push(inputColumn(name, 'in', position));
      sources.set(name, source);
    }
  }
  return new Map(
    Array.from(sources, ([name, { types, from }]) => [
      name,
      { origin: types.size === 1 ? 'passed' : 'computed', from },
    ]),
  );
}

function wideningTo(target: readonly ColumnSchema[]): Widen {
  const types = new Map(target.map(({ name, type }) => [name, type]));
  return ({ name, type }) => widening(type, types.get(name) ?? type);
}

/** Projects a plan to the columns and types of the target schema. */
function alignPlan(
  library: typeof pl,
  { lazy, columns }: PolarsFrame,
  target: readonly ColumnSchema[],
): pl.LazyDataFrame {
  const build = new PolarsBuilder(library);
  const types = new Map(columns.map(({ name, type }) => [name, type]));
  const cells = target.map(({ name, type }) => {
    const from = types.get(name);
    if (from === undefined) return build.literal(type, null).alias(name);
    const column = columnExpression(library, columns, name);
    return (widening(from, type)?.polars(build, column) ?? column).alias(name);
  });
  return lazy.select(...cells);
}

function concatFrames(inputs: NodeInputs<Frame>): Frame {
  const frames = inputs.many('in').map((frame) => ({
    length: frame.length,
    byName: new Map(frame.names.map((name, index) => [name, frame.columns[index]])),
    schema: frame.names.flatMap((name, index) => {
      const column = frame.columns[index];
      return column === undefined ? [] : [{ name, type: column.type }];
    }),
  }));
  const target = unionSchema(frames.map(({ schema }) => schema));
  const columns = target.map(({ name, type }) => {
    const parts = frames.map(({ length, byName }): Column => {
      const column = byName.get(name);
      if (column === undefined) return nullLike({ type }, length);
      const args = [{ column, constant: false }];
      return widening(column.type, type)?.column(args, length) ?? column;
    });
    const [first, ...rest] = parts;
    return first === undefined ? nullLike({ type }, 0) : concatColumns([first, ...rest]);
  });
  return {
    length: frames.reduce((sum, { length }) => sum + length, 0),
    names: target.map(({ name }) => name),
    columns,
  };
}
