import pl from '../../../polars/pinned/library.ts';
import { cellValues } from '../../cell-values.ts';
import type { StringColumn } from '../../frame.ts';
import { peekCells } from '../columns/take-rows.ts';
import { groupRows } from '../rows/group-rows.ts';
import { toPolars } from '../../to-polars.ts';
import type { Operand } from './operand.ts';
import { combineTexts, joinTexts, mapTexts, writeTexts } from './texts.ts';

function texts(...cells: readonly (string | null)[]): StringColumn {
  const dictionary = [...new Set(cells.filter((cell) => cell !== null))];
  const codes = Int32Array.from(cells, (cell) => (cell === null ? -1 : dictionary.indexOf(cell)));
  return { type: 'string', codes, dictionary };
}

function operands(...columns: readonly StringColumn[]): readonly Operand[] {
  return columns.map((column) => ({ column, constant: false }));
}

const EQUAL = operands(texts('a', 'ab', null, 'x'), texts('bc', 'c', 'c', null));

it('gives texts that were joined from different parts one code, so that they are one group', () => {
  const joined = joinTexts(EQUAL, 4);
  expect(groupRows([joined], 4)).toMatchObject({ codes: Int32Array.of(0, 0, 1, 1), count: 2 });
  expect(joined.dictionary).toEqual(['abc']);
});

it('writes joined texts to polars, with null where a part is null', () => {
  const frame = { length: 4, names: ['joined'], columns: [joinTexts(EQUAL, 4)] };
  expect(toPolars(pl, frame).getColumn('joined').toArray()).toEqual(['abc', 'abc', null, null]);
});

it('combines the same texts whether most rows have texts of their own or few', () => {
  const many = combineTexts(EQUAL, 4, '-');
  expect(cellValues(many)).toEqual(['a-bc', 'ab-c', '-c', 'x-']);
  const repeated = EQUAL.map(({ column }) => {
    const { codes, dictionary } = texts(...cellValues(column).map((cell) => cell as string | null));
    const rows = Int32Array.from({ length: 40 }, (_, row) => codes[row % 4] ?? -1);
    return { column: { type: 'string' as const, codes: rows, dictionary }, constant: false };
  });
  expect(cellValues(combineTexts(repeated, 40, '-')).slice(36)).toEqual(cellValues(many));
});

it('peeks at rows of mapped texts, some of which are equal or null', () => {
  const cells = Array.from({ length: 40 }, (_, row) => `${row % 2 === 0 ? 'E' : 'e'}${row}`);
  const upper = mapTexts(operands(texts(...cells)), 40, (text) =>
    text === 'e1' ? null : text.charAt(0).toUpperCase(),
  );
  const peeked = peekCells(upper, Int32Array.of(1, 2, 3, -1));
  expect(cellValues(peeked)).toEqual([null, 'E', 'E', null]);
  expect(peeked).toMatchObject({ dictionary: ['E'] });
});

it('writes equal numbers once, 0 like -0, and leaves null', () => {
  const written: number[] = [];
  const column = writeTexts(
    {
      type: 'float',
      values: Float64Array.of(2.5, -0, 7, 0, 2.5),
      validity: Uint8Array.of(1, 1, 0, 1, 1),
    },
    (value) => {
      written.push(Number(value));
      return String(Number(value) + 0);
    },
  );
  expect(cellValues(column)).toEqual(['2.5', '0', null, '0', '2.5']);
  expect(written).toEqual([2.5, -0]);
});
