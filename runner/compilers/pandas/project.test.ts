import { cellValues } from '../../engines/pandas/cell-values.ts';
import type { Column, Frame } from '../../engines/pandas/frame.ts';
import { limitFrame } from '../../engines/pandas/kernels/rows/limit-frame.ts';
import { takeRows } from '../../engines/pandas/kernels/columns/take-rows.ts';
import { compileExpression } from '../../expressions/index.ts';
import type { Operation } from '../../expressions/operation.ts';
import {
  call,
  columnReference,
  literal,
  type TypedExpression,
} from '../../expressions/typed-expression.ts';
import type { Source } from '../../plan/relation.ts';
import { Table } from '../../plan/table.ts';
import { compilePandas } from './compile.ts';

const ROWS = 5_000;

const columns = [
  { name: 'n', type: 'float' },
  { name: 'text', type: 'string' },
] as const;
const source: Source = { op: 'source', name: 'rows', columns };
const input = new Table({ op: 'input', handle: 'in', position: 0, relation: source, columns });
const frame: Frame = {
  length: ROWS,
  names: ['n', 'text'],
  columns: [
    { type: 'float', values: Float64Array.from({ length: ROWS }, (_, n) => n), validity: null },
    {
      type: 'string',
      codes: Int32Array.from({ length: ROWS }, (_, row) => (row % 3) - 1),
      dictionary: ['a', 'ä'],
    },
  ],
};

/** Adds columns and keeps those of the input. */
function withColumns(over: Table, added: Readonly<Record<string, TypedExpression>>): Table {
  return over.withColumns(
    Object.entries(added).map(([name, expression]) => ({ name, expression })),
  );
}

/** The tree of an expression over the columns of a table. */
function expressionOf(text: string, over: Table): TypedExpression {
  const values = { parameters: {}, localTime: '2026-01-01T00:00:00' };
  return compileExpression(text, over.columns, values).root;
}

/** Evaluates a plan of which only the column `n` is read later. */
function evaluated(table: Table, live: readonly string[] = ['n']): Frame {
  return compilePandas(table.relation, {
    input: () => frame,
    locate: (error) => error,
    live: new Set(live),
  });
}

/** Doubles numbers and counts the cells that it computes. */
function countedDouble(fails?: 'overflow') {
  const counted = { cells: 0 };
  const operation: Operation = {
    name: 'double',
    type: 'float',
    ...(fails === undefined ? {} : { fails }),
    polars: (_build, ...args) => args[0]!,
    column: ([operand], rows) => {
      counted.cells += rows;
      const { values } = operand!.column as Extract<Column, { type: 'float' }>;
      return { type: 'float', values: values.map((value) => value * 2), validity: null };
    },
    pandas: (args) => args[0]!,
    pythonPolars: (args) => args[0]!,
  };
  return { counted, expression: call(operation, columnReference(columns[0])) };
}

function cellsOf(result: Frame, name: string) {
  return cellValues(result.columns[result.names.indexOf(name)]!);
}

describe('a computed column that no later operator reads', () => {
  it('is computed for the few rows that are taken only', () => {
    const { counted, expression } = countedDouble();
    const result = evaluated(withColumns(input, { twice: expression }));
    expect(counted.cells).toBe(0);
    const sample = limitFrame(takeRows(result, Int32Array.of(4_999, 7, 8)), 0, 2);
    expect(cellsOf(sample, 'twice')).toEqual([9_998, 14]);
    expect(counted.cells).toBe(3);
  });

  it('is computed once for readers of most rows', () => {
    const { counted, expression } = countedDouble();
    const result = evaluated(withColumns(input, { twice: expression }));
    for (const length of [4_000, 3_000]) {
      expect(cellsOf(limitFrame(result, 0, length), 'twice')).toHaveLength(length);
    }
    expect(counted.cells).toBe(ROWS);
  });

  it('is computed at its operator if it can fail or if it is read', () => {
    const failing = countedDouble('overflow');
    evaluated(withColumns(input, { twice: failing.expression }));
    expect(failing.counted.cells).toBe(ROWS);
    const read = countedDouble();
    evaluated(withColumns(input, { twice: read.expression }), ['twice']);
    expect(read.counted.cells).toBe(ROWS);
  });

  it('is null in rows that a join does not match, whatever its expression is of nulls', () => {
    const known = expressionOf("coalesce(text, 'none')", input);
    const result = evaluated(withColumns(input, { known, one: literal('integer', 1n) }));
    const joined = takeRows(result, Int32Array.of(2, -1, 0));
    expect(cellsOf(joined, 'known')).toEqual(['ä', null, 'none']);
    expect(cellsOf(joined, 'one')).toEqual([1n, null, 1n]);
    const unmatched = takeRows(result, Int32Array.of(-1));
    expect(cellsOf(unmatched, 'known')).toEqual([null]);
  });

  it('has the same cells as one that is read', () => {
    const known = expressionOf("concat(upper(coalesce(text, 'x')), '-', n / 4)", input);
    const text = withColumns(input, { known });
    const plan = withColumns(text, { length: expressionOf('length(known)', text) });
    const all = evaluated(plan, ['n', 'known', 'length']);
    const deferred = evaluated(plan);
    for (const name of ['length', 'known']) {
      expect(cellsOf(takeRows(deferred, Int32Array.of(9, 8)), name)).toEqual(
        cellsOf(takeRows(all, Int32Array.of(9, 8)), name),
      );
      expect(cellsOf(deferred, name)).toEqual(cellsOf(all, name));
    }
  });
});
