import fc from 'fast-check';
import { onBothEngines } from '../../test/support/expression-engines.ts';
import { propertyRuns } from '../../test/support/property-runs.ts';

const tableOf = (texts: readonly string[]) => ({
  columns: [{ name: 's', type: 'string' }] as const,
  rows: texts.map((text) => [text]),
});

/** Each but the quote and the backslash, which an expression escapes. */
const PUNCTUATION = '!"#$&()*+,-./:;<=>?@[]^`{|}~';

describe('like', () => {
  it('matches the same texts on both engines for any pattern', () => {
    const textOf = (...pieces: string[]) =>
      fc.array(fc.constantFrom(...pieces), { maxLength: 8 }).map((found) => found.join(''));
    const plain = ['a', 'b', '1', '\n', '😀', ...Array.from(PUNCTUATION)];
    const patterns = textOf('%', '%', '_', ...plain);
    const texts = fc.array(textOf(...plain), { minLength: 1, maxLength: 9 });
    fc.assert(
      fc.property(patterns, texts, (pattern, rows) => {
        const { polars, pandas } = onBothEngines(`s like '${pattern}'`, tableOf(rows));
        expect(pandas).toEqual(polars);
      }),
      propertyRuns(200),
    );
  });

  it('takes punctuation as it is', () => {
    const table = tableOf([`a${PUNCTUATION}`, 'a']);
    const { pandas, polars } = onBothEngines(`s like '%${PUNCTUATION}'`, table);
    expect({ pandas, polars }).toEqual({ pandas: [true, false], polars: [true, false] });
  });

  it('ends soon for a text that does not match, however many percent signs the pattern has', () => {
    // To try all places of the parts would take hours.
    const text = `${'a'.repeat(2_000)}c`;
    const { pandas } = onBothEngines("s like '%a%a%a%a%b'", tableOf([text]));
    expect(pandas).toEqual([false]);
  });
});
