import fc from 'fast-check';
import {
  cellsOf,
  columnOf,
  frameOf,
  rowsOf,
  type Cell,
} from '../../../../test/support/frame-arbitrary.ts';
import type { ColumnSchema } from '../../../domain/column.ts';
import { filterFrame } from './rows/filter-frame.ts';
import { groupRows } from './rows/group-rows.ts';
import type { JoinKind } from '../../../domain/join.ts';
import { joinRows } from './rows/join-rows.ts';
import { withColumns } from './columns/column-access.ts';
import { concatColumns } from './columns/concat-columns.ts';
import { uniteDictionaries } from './columns/unite-dictionaries.ts';
import { limitFrame } from './rows/limit-frame.ts';
import { modes } from './aggregates/modes.ts';
import { nearestValidRows } from './windows/nearest-valid-rows.ts';
import { sortedOrder } from './rows/sort-frame.ts';
import { takeRows } from './columns/take-rows.ts';
import { ranksByCodePoint } from './columns/text-order.ts';
import { windowRows } from './windows/window-rows.ts';
import { propertyRuns } from '../../../../test/support/property-runs.ts';

fc.configureGlobal(propertyRuns(100));

const COLUMNS: readonly ColumnSchema[] = [
  { name: 'i', type: 'integer' },
  { name: 'f', type: 'float' },
  { name: 's', type: 'string' },
];

describe('kernels of the pandas engine, compared with naive implementations', () => {
  it('ranks texts by their UTF-8 bytes, also texts with long common prefixes', () => {
    const texts = fc.uniqueArray(
      fc
        .tuple(fc.constantFrom('', 'prefix_of_all_'), fc.string({ unit: 'grapheme' }))
        .map((parts) => parts.join('')),
      { minLength: 300, maxLength: 400 },
    );
    fc.assert(
      fc.property(texts, (list) => {
        const ranks = ranksByCodePoint(list);
        const expected = list.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
        expect(list.map((text, at) => [ranks[at], text])).toEqual(
          list.map((text) => [expected.indexOf(text), text]),
        );
      }),
      propertyRuns(10),
    );
  });

  it('sorts floats stably, with nulls first or last', () => {
    const cells = fc.array(
      fc.option(
        fc.double({ noNaN: true }).map((value) => value + 0),
        { freq: 5 },
      ),
    );
    fc.assert(
      fc.property(
        cells,
        fc.boolean(),
        fc.constantFrom('first', 'last'),
        (list, descending, nulls) => {
          const column = columnOf('float', list);
          const order = sortedOrder([{ column, descending }], list.length, nulls);
          const expected = list
            .map((_cell, row) => row)
            .sort((a, b) => compare(list[a]!, list[b]!, descending, nulls) || a - b);
          expect([...order]).toEqual(expected);
        },
      ),
    );
  });

  it('numbers groups by first appearance', () => {
    fc.assert(
      fc.property(frameOf(COLUMNS), (frame) => {
        const { codes, count, firstRows } = groupRows(frame.columns, frame.length);
        const seen = new Map<string, number>();
        const expected = rowsOf(frame).map((row) => {
          const key = row
            .map((cell) => `${typeof cell}:${cell === 0 ? 0 : String(cell)}`)
            .join('|');
          if (!seen.has(key)) seen.set(key, seen.size);
          return seen.get(key);
        });
        expect([...codes]).toEqual(expected);
        expect(count).toBe(seen.size);
        expect([...firstRows]).toEqual([...seen.values()].map((code) => expected.indexOf(code)));
      }),
    );
  });

  it('finds the most frequent value of each group, the smallest on ties', () => {
    const columns = [...COLUMNS, { name: 'k', type: 'boolean' }] as const;
    fc.assert(
      fc.property(frameOf(columns), fc.constantFrom(0, 1), (frame, at) => {
        const groups = groupRows(frame.columns.slice(3), frame.length);
        const expected = Array.from({ length: groups.count }, (_, group) =>
          naiveMode(
            cellsOf(frame.columns[at]!).filter((_cell, row) => groups.codes[row] === group),
          ),
        );
        const found = cellsOf(modes(frame.columns[at]!, groups)).map(unsigned);
        expect(found).toEqual(expected);
      }),
    );
  });

  it('finds the nearest row with a value in both directions', () => {
    const column = columnOf('string', [null, 'a', null, 'b', null]);
    const all = windowRows([], null, 5);
    expect([...nearestValidRows(column, all, 'forward')]).toEqual([-1, 1, 1, 3, 3]);
    expect([...nearestValidRows(column, all, 'backward')]).toEqual([1, 1, 3, 3, -1]);
  });

  it('drops unused texts when few rows are left of many texts', () => {
    const texts = Array.from({ length: 1000 }, (_, row) => (row % 100 === 7 ? null : `t${row}`));
    const frame = { length: 1000, names: ['s'], columns: [columnOf('string', texts)] };
    for (const few of [takeRows(frame, Int32Array.of(5, 7, -1, 5)), limitFrame(frame, 5, 4)]) {
      const [column] = few.columns;
      expect(column?.type === 'string' && column.dictionary.length).toBeLessThan(4);
    }
    expect(rowsOf(takeRows(frame, Int32Array.of(5, 7, -1, 5)))).toEqual([
      ['t5'],
      [null],
      [null],
      ['t5'],
    ]);
    expect(rowsOf(limitFrame(frame, 5, 4))).toEqual([['t5'], ['t6'], [null], ['t8']]);
  });

  it('unites dictionaries, and keeps the codes of the first', () => {
    const dictionary = fc.uniqueArray(fc.constantFrom('', 'a', 'b', 'é', '__proto__', '1'));
    fc.assert(
      fc.property(fc.array(dictionary, { maxLength: 4 }), (dictionaries) => {
        const united = uniteDictionaries(dictionaries);
        expect(
          united.codes.map((codes) => [...codes].map((code) => united.dictionary[code])),
        ).toEqual(dictionaries);
        expect(united.dictionary).toEqual([...new Set(dictionaries.flat())]);
      }),
    );
  });

  it('concatenates texts of several dictionaries with nulls', () => {
    const [a, b, c] = [
      columnOf('string', ['x', null, 'y']),
      columnOf('string', [null, 'z', 'x']),
      columnOf('string', []),
    ] as const;
    expect(cellsOf(concatColumns([a, b, c, a]))).toEqual([
      'x',
      null,
      'y',
      null,
      'z',
      'x',
      'x',
      null,
      'y',
    ]);
    expect(cellsOf(concatColumns([a, a]))).toEqual(['x', null, 'y', 'x', null, 'y']);
  });

  it('replaces columns in their places and appends new ones', () => {
    const [i, f, s] = [
      columnOf('integer', [1n]),
      columnOf('float', [2.5]),
      columnOf('string', ['a']),
    ] as const;
    const frame = { length: 1, names: ['a', 'b'], columns: [i, f] };
    const changed = withColumns(frame, [
      { name: 'c', column: f },
      { name: 'a', column: s },
      { name: 'c', column: i },
    ]);
    expect(changed).toEqual({ length: 1, names: ['a', 'b', 'c'], columns: [s, f, i] });
    expect(frame.names).toEqual(['a', 'b']);
  });

  it.each<JoinKind>(['inner', 'left', 'outer', 'semi', 'anti'])(
    'joins like nested loops: %s',
    (kind) => {
      fc.assert(
        fc.property(frameOf(COLUMNS, 10), frameOf(COLUMNS, 10), (left, right) => {
          const pairs = [
            [left.columns[0]!, right.columns[1]!],
            [left.columns[2]!, right.columns[2]!],
          ] as const;
          const rows = joinRows(pairs, kind);
          const keys = (frame: typeof left, at: number) =>
            rowsOf(frame).map((row) => [row[at] ?? null, row[2] ?? null] as const);
          const expected = nestedLoops(keys(left, 0), keys(right, 1), kind);
          expect([...rows.left]).toEqual(expected.map(([row]) => row));
          if (rows.right.length > 0)
            expect([...rows.right]).toEqual(expected.map(([, row]) => row));
        }),
      );
    },
  );

  it('takes rows in any order with nulls for -1, and filters by true cells only', () => {
    fc.assert(
      fc.property(frameOf(COLUMNS), fc.infiniteStream(fc.nat(1000)), (frame, stream) => {
        const picks = Int32Array.from(
          [...stream.take(10)].map((pick) =>
            frame.length === 0 ? -1 : (pick % (frame.length + 1)) - 1,
          ),
        );
        const rows = rowsOf(frame);
        const nothing = COLUMNS.map(() => null);
        expect(rowsOf(takeRows(frame, picks))).toEqual(
          [...picks].map((row) => rows[row] ?? nothing),
        );
      }),
    );
    const mask = columnOf('boolean', [true, null, false, true]);
    if (mask.type !== 'boolean') throw new TypeError('no mask');
    const frame = { length: 4, names: ['i'], columns: [columnOf('integer', [1n, 2n, null, 4n])] };
    expect(cellsOf(filterFrame(frame, mask).columns[0]!)).toEqual([1n, 4n]);
  });
});

function compare(a: Cell, b: Cell, descending: boolean, nulls: string): number {
  if (a === null || b === null) {
    if (a === b) return 0;
    return (a === null) === (nulls === 'first') ? -1 : 1;
  }
  if (a === b) return 0;
  return a < b !== descending ? -1 : 1;
}

/** 0 for both zeros, which are equal values. */
function unsigned(cell: Cell): Cell {
  return cell === 0 ? 0 : cell;
}

function naiveMode(cells: readonly Cell[]): Cell {
  const sizes = new Map<Cell, number>();
  for (const cell of cells) {
    const value = unsigned(cell);
    if (value !== null) sizes.set(value, (sizes.get(value) ?? 0) + 1);
  }
  const [mode] = [...sizes].sort(
    ([a, sizeOfA], [b, sizeOfB]) => sizeOfB - sizeOfA || compare(a, b, false, 'last'),
  );
  return mode?.[0] ?? null;
}

type Keys = readonly [Cell, Cell];

function nestedLoops(
  left: readonly Keys[],
  right: readonly Keys[],
  kind: JoinKind,
): [number, number][] {
  const matches = (a: Keys, b: Keys) =>
    a.every((cell, at) => cell !== null && b[at] !== null && sameValue(cell, b[at]!));
  const found = left.map((a) => right.flatMap((b, row) => (matches(a, b) ? [row] : [])));
  if (kind === 'semi' || kind === 'anti') {
    return found.flatMap((rows, row): [number, number][] =>
      rows.length > 0 === (kind === 'semi') ? [[row, -1]] : [],
    );
  }
  const result = found.flatMap((rows, row): [number, number][] =>
    rows.length === 0 && kind !== 'inner' ? [[row, -1]] : rows.map((match) => [row, match]),
  );
  if (kind === 'outer') {
    const met = new Set(found.flat());
    for (let row = 0; row < right.length; row++) if (!met.has(row)) result.push([-1, row]);
  }
  return result;
}

/** Compares integers and floats exactly. */
function sameValue(a: Cell, b: Cell): boolean {
  if (typeof a === 'bigint' && typeof b === 'number') return Number.isInteger(b) && BigInt(b) === a;
  return a === b;
}
