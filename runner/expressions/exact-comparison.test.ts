import { onBothEngines } from '../../test/support/expression-engines.ts';

const INTEGERS = [
  ...[-(2n ** 63n), -(2n ** 63n) + 1n, -(2n ** 60n), -(2n ** 53n) - 1n, -(2n ** 53n), -3n, 0n],
  ...[
    1n,
    2n ** 53n - 1n,
    2n ** 53n,
    2n ** 53n + 1n,
    2n ** 53n + 2n,
    2n ** 63n - 2n,
    2n ** 63n - 1n,
  ],
];
const COLUMNS = [{ name: 'n', type: 'integer' as const }];
const TABLE = { columns: COLUMNS, rows: [...INTEGERS.map((value) => [value]), [null]] };

/** Whether a relation holds for tenths, by the sign of their difference. */
const HOLDS: Readonly<Record<string, (difference: bigint) => boolean>> = {
  '==': (difference) => difference === 0n,
  '!=': (difference) => difference !== 0n,
  '<': (difference) => difference < 0n,
  '<=': (difference) => difference <= 0n,
  '>': (difference) => difference > 0n,
  '>=': (difference) => difference >= 0n,
};

/** Numbers with one digit after the point around each of the integers, as tenths. */
const TENTHS = INTEGERS.flatMap((value) => [-10n, -5n, 0n, 5n].map((d) => value * 10n + d));

function textOf(tenths: bigint): string {
  const size = tenths < 0n ? -tenths : tenths;
  return `${tenths < 0n ? '-' : ''}${size / 10n}.${size % 10n}`;
}

describe.each(Object.entries(HOLDS))('an integer %s a decimal number', (relation, holds) => {
  it('is compared without rounding on both engines, on either side, and null stays null', () => {
    for (const tenths of TENTHS) {
      const expected = [...INTEGERS.map((value) => holds(value * 10n - tenths)), null];
      const mirrored = [...INTEGERS.map((value) => holds(tenths - value * 10n)), null];
      const number = textOf(tenths);
      for (const [text, cells] of [
        [`n ${relation} ${number}`, expected],
        [`${number} ${relation} n`, mirrored],
      ] as const) {
        expect({ text, ...onBothEngines(text, TABLE) }).toEqual({
          text,
          pandas: cells,
          polars: cells,
        });
      }
    }
  });
});

it('tests each item of a list against a constant number before it', () => {
  const table = {
    columns: [...COLUMNS, { name: 'm', type: 'integer' as const }],
    rows: [
      [1n, 10n ** 18n],
      [10n ** 18n, 1n],
      [1n, 2n],
    ],
  };
  for (const text of ['1e18 in (n, m)', '1000000000000000000.0 in (n, m)', '1e18 in (n, m, 7)']) {
    const cells = [true, true, false];
    expect({ text, ...onBothEngines(text, table) }).toEqual({ text, pandas: cells, polars: cells });
  }
  expect(onBothEngines('1e18 in (n, 1000000000000000000)', table).polars).toEqual([
    true,
    true,
    true,
  ]);
});
