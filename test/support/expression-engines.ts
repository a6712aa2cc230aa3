import pl from '../../runner/engines/polars/pinned/library.ts';
import type { ColumnSchema } from '../../runner/domain/column.ts';
import { UserError } from '../../runner/domain/errors.ts';
import { isPolarsError } from '../../runner/engines/polars/pinned/errors.ts';
import type { Column, Frame } from '../../runner/engines/pandas/frame.ts';
import { nullLike } from '../../runner/engines/pandas/kernels/columns/take-rows.ts';
import { SharedColumns } from '../../runner/compilers/polars/shared-columns.ts';
import { compileExpression, toColumn, toPolars } from '../../runner/expressions/index.ts';
import { EXAMPLE_TIME } from '../../runner/expressions/functions/example-row.ts';
import type { ExpressionValues } from '../../runner/expressions/scope.ts';

/** A cell; datetimes as microseconds. */
export type Cell = null | boolean | number | bigint | string;

export interface CellTable {
  readonly columns: readonly ColumnSchema[];
  readonly rows: readonly (readonly Cell[])[];
}

/** Evaluates an expression on both engines. Returns the cells, or the message of the failure. */
export function onBothEngines(
  text: string,
  { columns, rows }: CellTable,
  { parameters = {}, localTime = EXAMPLE_TIME }: Partial<ExpressionValues> = {},
): { readonly pandas: readonly Cell[]; readonly polars: readonly Cell[] } {
  const expression = compileExpression(text, columns, { parameters, localTime });
  const pandas = attempt(() => cellsOf(toColumn(expression, frameOf(columns, rows))));
  const polars = attempt(() => {
    const shared = new SharedColumns(pl, [...columns.map(({ name }) => name), 'result']);
    const code = toPolars(expression, pl, shared.ofField());
    return polarsCells(shared.with(polarsOf(columns, rows)), code, expression.type);
  });
  return { pandas, polars };
}

function attempt(compute: () => Cell[]): Cell[] {
  try {
    return compute();
  } catch (error) {
    if (!(error instanceof UserError) && !isPolarsError(error)) throw error;
    return [`fails: ${error.message}`];
  }
}

/** Rounds a cell to the digits that engines must agree on; equal integers and floats are equal. */
export function comparable(value: unknown): unknown {
  if (typeof value === 'bigint') {
    return BigInt(Number(value)) === value ? comparable(Number(value)) : value;
  }
  if (typeof value !== 'number' || !Number.isFinite(value)) return value;
  return Object.is(value, -0) ? '-0' : Number(value.toPrecision(9));
}

function column(type: ColumnSchema['type'], cells: readonly Cell[]): Column {
  const validity = Uint8Array.from(cells, (cell) => (cell === null ? 0 : 1));
  switch (type) {
    case 'null':
      return nullLike({ type }, cells.length);
    case 'string': {
      const dictionary = [
        ...new Set(cells.flatMap((cell): string[] => (typeof cell === 'string' ? [cell] : []))),
      ];
      return {
        type,
        dictionary,
        codes: Int32Array.from(cells, (cell) => dictionary.indexOf(String(cell))),
      };
    }
    case 'boolean':
      return { type, values: Uint8Array.from(cells, Number), validity };
    case 'float':
      return { type, values: Float64Array.from(cells, Number), validity };
    case 'integer':
    case 'datetime': {
      const big = BigInt64Array.from(cells, (cell) => BigInt(cell ?? 0));
      const safe = big.every(
        (value) => BigInt(Number(value)) === value && value < 2n ** 53n && value > -(2n ** 53n),
      );
      return { type, values: safe ? Float64Array.from(big, Number) : big, validity };
    }
  }
}

function frameOf(columns: readonly ColumnSchema[], rows: readonly (readonly Cell[])[]): Frame {
  return {
    length: rows.length,
    names: columns.map(({ name }) => name),
    columns: columns.map(({ type }, index) =>
      column(
        type,
        rows.map((row) => row[index] ?? null),
      ),
    ),
  };
}

function polarsOf(
  columns: readonly ColumnSchema[],
  rows: readonly (readonly Cell[])[],
): pl.LazyDataFrame {
  const texts = Object.fromEntries(
    columns.map(({ name }, index) => [
      name,
      rows.map((row) =>
        row[index] === null || row[index] === undefined ? null : String(row[index]),
      ),
    ]),
  );
  const schema = Object.fromEntries(columns.map(({ name }) => [name, pl.Utf8]));
  const typed = columns.map(({ name, type }, index) => {
    const text = pl.nth(index);
    const result =
      type === 'boolean'
        ? text.eq(pl.lit('true'))
        : type === 'float'
          ? text.cast(pl.Float64)
          : type === 'integer'
            ? text.cast(pl.Int64)
            : type === 'datetime'
              ? text.cast(pl.Int64).cast(pl.Datetime('us'))
              : text;
    return result.alias(name);
  });
  return pl
    .DataFrame(texts, { schema })
    .lazy()
    .select(...typed);
}

function cellsOf(result: Column): Cell[] {
  if (result.type === 'string')
    return [...result.codes].map((code) => result.dictionary[code] ?? null);
  const values: (number | bigint)[] = [...result.values];
  return values.map((value, row): Cell => {
    if (result.validity !== null && result.validity[row] === 0) return null;
    if (result.type === 'boolean') return value === 1;
    return result.type === 'float' ? Number(value) : BigInt(value);
  });
}

/** Returns the exact cells of a polars result. */
function polarsCells(
  lazy: pl.LazyDataFrame,
  expression: pl.Expr,
  type: ColumnSchema['type'],
): Cell[] {
  const frame = lazy.withColumns(expression.alias('result')).select('result').collectSync();
  const expected = {
    integer: 'Int64',
    float: 'Float64',
    boolean: 'Bool',
    string: 'String',
    datetime: 'Datetime',
    null: 'Null',
  };
  expect(String(frame.schema.result)).toContain(expected[type]);
  const dated = type === 'datetime' ? frame.select(pl.col('result').cast(pl.Int64)) : frame;
  if (type === 'boolean' || type === 'float')
    return [...dated.getColumn('result').toArray()] as Cell[];
  const texts = dated.select(pl.col('result').cast(pl.Utf8)).getColumn('result').toArray() as (
    string | null
  )[];
  return type === 'integer' || type === 'datetime'
    ? texts.map((text) => (text === null ? null : BigInt(text)))
    : texts;
}
