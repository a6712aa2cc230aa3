import { jsonEntries } from './json-entries.ts';

describe('jsonEntries', () => {
  it.each<[string, [string, string][]]>([
    ['{}', []],
    [
      '{"a":1.0,"b":[1,{"c":"}"}]}',
      [
        ['a', '1.0'],
        ['b', '[1,{"c":"}"}]'],
      ],
    ],
    [
      ' { "a" : "x\\"y" , "2" : null } ',
      [
        ['a', '"x\\"y"'],
        ['2', 'null'],
      ],
    ],
    [
      String.raw`{"a\"b":"\\","c":true}`,
      [
        ['a"b', '"\\\\"'],
        ['c', 'true'],
      ],
    ],
    ['{"a":1,"a":2}', [['a', '2']]],
  ])('returns the source texts of %s', (object, expected) => {
    expect([...jsonEntries(object)]).toEqual(expected);
  });

  it('reads a text of 16 MiB, with escapes and without', () => {
    const plain = 'x'.repeat(1 << 24);
    const escaped = String.raw`\n`.repeat(1 << 23);
    const entries = jsonEntries(`{"plain":"${plain}","escaped":"${escaped}"}`);
    expect(entries.get('plain')?.length).toBe(plain.length + 2);
    expect(entries.get('escaped')?.length).toBe(escaped.length + 2);
  });
});
