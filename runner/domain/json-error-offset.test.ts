import { jsonErrorOffset } from './json-error-offset.ts';

describe('jsonErrorOffset', () => {
  it.each([
    ['{"name": ', 9],
    ['{"name": x}', 9],
    ['{"a":1,}', 7],
    ['{"a" 1}', 5],
    ['[1 2]', 3],
    ['{"a":"b', 7],
    ['"a\\u12', 6],
    ['tru', 3],
    ['trux', 3],
    ['{} x', 3],
    ['{', 1],
    ['nope', 1],
    ['"a\nb"', 2],
    ['[01]', 2],
  ])('locates the error of %j at %d', (text, offset) => {
    expect(jsonErrorOffset(text)).toBe(offset);
  });

  it('returns null for a text beyond 256 KiB', () => {
    expect(jsonErrorOffset(`{"a": "${'x'.repeat(300_000)}" `)).toBeNull();
  });
});
