import { useIngestWorkspace } from '../../../test/support/ingest-workspace.ts';
import { repeatedKey } from './repeated-keys.ts';

describe('a JSON file', () => {
  const bench = useIngestWorkspace();

  it.each([
    ['{"a":1,"a":2}', 'a'],
    ['{"a":1,"b":{"c":"{","c":2}}', 'c'],
    ['{"a":[{"x":1},{"x":2,"\\u0078" :3}]}', 'x'],
    ['{"a":"a","b":["a","b"],"c":{"a":1}}', null],
    [String.raw`{"a":"\"a\":","b":"\\"}`, null],
  ])('%s has the key %s twice', (text, key) => {
    expect(repeatedKey(text)).toBe(key);
  });

  it('with a key that is there twice has its last value, with a warning', async () => {
    const { rows, warnings } = await bench.ingest('json', '[{"a":0},\n{"a":1,"a":2}]');
    expect(rows).toEqual([{ a: 0 }, { a: 2 }]);
    const message =
      'An object has the key "a" more than once, first in the record in line 2: only its last value is read. Give each value a key of its own, or write a list.';
    expect(warnings).toEqual([{ code: 'repeated_keys', column: null, message }]);
  });

  it('with whole characters as escapes, and with escaped backslashes, is read', async () => {
    const record = String.raw`{"a":"\ud83d\ude00","b":"\\ud83d"}`;
    const { rows } = await bench.ingest('jsonl', record);
    expect(rows).toEqual([{ a: '😀', b: String.raw`\ud83d` }]);
  });
});
