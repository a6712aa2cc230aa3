import { onBothEngines } from '../../test/support/expression-engines.ts';

const table = {
  columns: [
    { name: 'a', type: 'string' },
    { name: 'b', type: 'string' },
    { name: 'n', type: 'integer' },
  ],
  rows: [
    ['x', null, 1n],
    [null, 'y', null],
  ],
} as const;

const nested = (levels: number, name: string): string =>
  `${`${name}(`.repeat(levels)}a${')'.repeat(levels)}`;

it('functions that are nested 90 levels deep run on both engines', () => {
  const { polars, pandas } = onBothEngines(nested(90, 'upper'), table);
  expect(polars).toEqual(['X', null]);
  expect(pandas).toEqual(polars);
});

it('a strict cast of a deeply nested value runs on both engines', () => {
  const { polars, pandas } = onBothEngines(`cast(length(${nested(80, 'trim')}) as string)`, table);
  expect(polars).toEqual(['1', null]);
  expect(pandas).toEqual(polars);
});
