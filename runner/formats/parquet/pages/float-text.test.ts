import fc from 'fast-check';
import pl from '../../../engines/polars/pinned/library.ts';
import { floatText, singleText } from './float-text.ts';

/** The text of each float in the JSON of polars. */
function textsOfPolars(
  values: readonly number[],
  type: typeof pl.Float64 | typeof pl.Float32,
): readonly string[] {
  const frame = pl.DataFrame([pl.Series('v', [...values], pl.Float64)]);
  const cells = pl.struct([pl.col('v').cast(type).alias('v')]).struct.jsonEncode();
  const texts = frame.select(cells.alias('t')).getColumn('t').toArray() as string[];
  return texts.map((text) => text.slice('{"v":'.length, -1));
}

/** Numbers around the places where the layout changes, and halves between two texts of a single. */
const EDGES = Array.from({ length: 45 }, (_, power) => power - 22).flatMap((power) =>
  [1, 1.5, 9.99, -1.2345678].map((digits) => digits * 10 ** power),
);

it('writes floats as polars does', () => {
  const values = [...EDGES, 0, -0, 2396200.25, ...sample(fc.double({ noNaN: true }))];
  expect(values.map(floatText)).toEqual(textsOfPolars(values, pl.Float64));
});

it('writes floats of 32 bits as polars does', () => {
  const values = [...EDGES, 0, -0, 2396200.25, 257979.125, ...sample(fc.float({ noNaN: true }))];
  const singles = values.map(Math.fround).filter(Number.isFinite);
  expect(singles.map(singleText)).toEqual(textsOfPolars(singles, pl.Float32));
});

it('has no text of what is no number', () => {
  for (const value of [Number.NaN, Infinity, -Infinity]) {
    expect([floatText(value), singleText(value)]).toEqual([null, null]);
  }
});

function sample(values: fc.Arbitrary<number>): readonly number[] {
  return fc.sample(values, { numRuns: 2_000, seed: 7 }).filter(Number.isFinite);
}
