import { readIsoDatetime } from '../../runner/expressions/values/iso-datetime.ts';
import { onBothEngines } from '../../test/support/expression-engines.ts';
import { DATE_TEXTS, dateTexts } from './date-texts.ts';
import { nodesReference } from './nodes-reference.ts';

/** Texts that the section mentions beside its examples. */
const SAME: readonly (readonly [text: string, datetime: string])[] = [
  ['2024-02-29t14:30:05', '2024-02-29T14:30:05'],
  ['2024-02-29T14:30z', '2024-02-29T14:30:00'],
  ['2024-02-29T14:30:05+0200', '2024-02-29T12:30:05'],
  ['2024-02-29T14:30:05+02', '2024-02-29T12:30:05'],
  [' 2024-02-29\t', '2024-02-29T00:00:00'],
  ['0001-01-01', '0001-01-01T00:00:00'],
];

describe('the dates in text of the node reference', () => {
  it.each([...DATE_TEXTS.map(([text, , datetime]) => [text, datetime] as const), ...SAME])(
    'has the datetime that both engines read from %j',
    (text, datetime) => {
      const columns = [{ name: 't', type: 'string' }] as const;
      const cells = onBothEngines('try_cast(t as datetime)', { columns, rows: [[text]] });
      const expected = datetime === null ? null : readIsoDatetime(datetime);
      expect(cells).toEqual({ pandas: [expected], polars: [expected] });
    },
  );

  it('are a section of the reference that the help of nodes names', () => {
    expect(nodesReference()).toContain(dateTexts().join('\n\n'));
  });
});
