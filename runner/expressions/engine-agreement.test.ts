import fc from 'fast-check';
import { ARBITRARY_COLUMNS, anyExpression } from '../../test/support/expression-arbitrary.ts';
import { onBothEngines, type Cell } from '../../test/support/expression-engines.ts';
import { difference } from '../../test/parity/difference.ts';
import type { ReadTable } from '../../test/parity/table-file.ts';
import { propertyRuns } from '../../test/support/property-runs.ts';

const orNull = (cell: fc.Arbitrary<Cell>): fc.Arbitrary<Cell> => fc.option(cell, { freq: 5 });
const integerCell = orNull(
  fc.oneof(
    fc.bigInt({ min: -10n, max: 10n }),
    fc.constantFrom(2n ** 53n, 2n ** 53n + 1n, -(2n ** 63n), 2n ** 63n - 1n, 3_037_000_500n),
  ),
);
const floatCell = orNull(
  fc.constantFrom(
    0,
    1,
    -1,
    0.5,
    1.5,
    2.5,
    -2.5,
    1e-7,
    123456.789,
    1e16,
    1e300,
    Infinity,
    -Infinity,
  ),
);
const textCell = orNull(
  fc.constantFrom(
    '',
    'a',
    'Ab',
    'straße',
    'ΑΣ',
    '10',
    ' 2.0 ',
    'true',
    '2024-02-29',
    '\u{1f600}x',
    'é',
  ),
);
const dateCell = orNull(fc.constantFrom(0n, -1n, 1_709_164_800_500_000n, -62_135_596_800_000_000n));
const row = fc.tuple(
  integerCell,
  integerCell,
  floatCell,
  floatCell,
  textCell,
  textCell,
  orNull(fc.boolean()),
  dateCell,
);

/** The cells have their types; integers are bigint. */
function column(cells: readonly Cell[]): ReadTable {
  const columns = [{ name: 'result', type: 'any' }];
  return { columns, rows: cells.map((cell) => [cell]) };
}

describe('the engines', () => {
  it('return the same values for any expression on any rows, or both fail', () => {
    fc.assert(
      fc.property(anyExpression, fc.array(row, { minLength: 1, maxLength: 6 }), (text, rows) => {
        const { pandas, polars } = onBothEngines(text, { columns: ARBITRARY_COLUMNS, rows });
        const failed = [pandas, polars].map(([first]) => String(first).startsWith('fails'));
        expect(failed[0]).toBe(failed[1]);
        if (failed[0] !== true) expect(difference(column(pandas), column(polars))).toBeNull();
      }),
      propertyRuns(400),
    );
  });
});
