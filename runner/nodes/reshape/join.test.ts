import { columnOf, rowsOf, type Cell } from '../../../test/support/frame-arbitrary.ts';
import { onPandas, onPolars } from '../../../test/support/transform-engines.ts';
import type { ColumnType } from '../../domain/column.ts';
import { JOIN_KINDS, type JoinKind } from '../../domain/join.ts';
import type { Column, Frame } from '../../engines/pandas/frame.ts';

const ENGINES = { pandas: onPandas, polars: onPolars };
const CASES = (['pandas', 'polars'] as const).flatMap((engine) =>
  JOIN_KINDS.flatMap((how) => [1, 2, 3, 4, 5, 6].map((count) => ({ engine, how, count }))),
);
const KEYS: readonly { readonly type: ColumnType; readonly value: Cell }[] = [
  { type: 'integer', value: 0n },
  { type: 'string', value: '' },
  { type: 'float', value: 1.5 },
  { type: 'boolean', value: false },
  { type: 'datetime', value: 0n },
];

describe('null keys match nothing', () => {
  it.each(CASES)('$engine: $how join, $count keys, all null', ({ engine, how, count }) => {
    const keys = keysOfAllTypes(count).map(({ type }) => columnOf(type, [null, null]));
    expect(joinedRows({ engine, how, left: keys, right: keys })).toEqual(unmatched(how, 2));
  });

  it.each(CASES)('$engine: $how join, $count keys, null and fractions', (one) => {
    const { engine, how, count } = one;
    const sides = Array.from({ length: count }, (_, at) => {
      const pair = [columnOf('integer', [null, null]), columnOf('float', [2.5, 3.5])] as const;
      return { left: pair[at % 2]!, right: pair[1 - (at % 2)]! };
    });
    const left = sides.map((side) => side.left);
    const right = sides.map((side) => side.right);
    expect(joinedRows({ engine, how, left, right })).toEqual(unmatched(how, 2));
  });

  it.each(CASES)('$engine: $how join, $count keys, one null in all rows but the last', (one) => {
    const { engine, how, count } = one;
    const keys = keysOfAllTypes(count).map(({ type, value }, at) =>
      columnOf(
        type,
        Array.from({ length: count + 1 }, (_, row) => (row === at ? null : value)),
      ),
    );
    const last = BigInt(count);
    const match = { inner: [[last, last]], semi: [[last]], anti: [] };
    const [matched, rest] = [
      match[how === 'semi' || how === 'anti' ? how : 'inner'],
      unmatched(how, count),
    ];
    // An outer join returns the unmatched right rows last.
    const expected =
      how === 'outer'
        ? [...rest.slice(0, count), ...matched, ...rest.slice(count)]
        : [...rest, ...matched];
    expect(joinedRows({ engine, how, left: keys, right: keys })).toEqual(expected);
  });
});

type Rows = readonly (readonly Cell[])[];

/** The result of a join without matches, as the row numbers of the left and the right side. */
function unmatched(how: JoinKind, count: number): Rows {
  const numbers = Array.from({ length: count }, (_, row) => BigInt(row));
  const left = numbers.map((row) => [row, null]);
  const right = numbers.map((row) => [null, row]);
  const anti = numbers.map((row) => [row]);
  return { inner: [], left, right, outer: [...left, ...right], semi: [], anti }[how];
}

function keysOfAllTypes(count: number): typeof KEYS {
  return Array.from({ length: count }, (_, at) => KEYS[at % KEYS.length]!);
}

/** Joins on all columns. @returns the row numbers of the left and the right side of each result row */
function joinedRows({
  engine,
  how,
  left,
  right,
}: {
  readonly engine: keyof typeof ENGINES;
  readonly how: JoinKind;
  readonly left: readonly Column[];
  readonly right: readonly Column[];
}): Rows {
  const names = (side: string): string[] => left.map((_key, at) => `${side}${at}`);
  const config = { how, left_on: names('l'), right_on: names('r') };
  const frame = ENGINES[engine](
    'join',
    { left: [numbered(names('l'), left)], right: [numbered(names('r'), right)] },
    config,
  );
  const numbers = frame.names.flatMap((name, at) => (name.startsWith('row') ? [at] : []));
  return rowsOf(frame).map((row) => numbers.map((at) => row[at] ?? null));
}

/** A frame with an additional column `row`. */
function numbered(names: readonly string[], columns: readonly Column[]): Frame {
  const length =
    columns[0]?.type === 'string' ? columns[0].codes.length : columns[0]!.values.length;
  const rows = columnOf(
    'integer',
    Array.from({ length }, (_, row) => BigInt(row)),
  );
  return { length, names: [...names, 'row'], columns: [...columns, rows] };
}
