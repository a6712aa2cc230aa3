import { isNestedDeeper } from './json-depth.ts';

const bytes = (text: string): Buffer => Buffer.from(text);

describe('isNestedDeeper', () => {
  it.each([
    ['[[1],[2]]', 2, false],
    ['[[1],[2]]', 1, true],
    ['{"a":{"b":[]}}', 2, true],
    ['["[[[[[["]', 1, false],
    [String.raw`["\"[[[[[["]`, 1, false],
    [String.raw`["\\",[]]`, 1, true],
    ['["ü[","[["]', 1, false],
    ['"[[[ never closed', 0, false],
  ])('checks %s against a limit of %i levels: %s', (text, limit, expected) => {
    expect(isNestedDeeper(bytes(text), limit)).toBe(expected);
  });

  it.each([
    ['escaped quotes', `"${String.raw`\"`.repeat(5e3)}`, false],
    ['backslashes', `"${'\\'.repeat(1e4)}`, false],
    ['quotes', '"'.repeat(1e4), false],
    ['opening brackets', '[{'.repeat(5e3), true],
    ['empty lists', '[]'.repeat(5e3), false],
    ['one long string', `"${'x'.repeat(1e4)}"`, false],
  ])('reads each of 10,000 bytes of %s at most once', (_title, text, expected) => {
    const { json, looks } = counted(bytes(text));
    expect(isNestedDeeper(json, 256)).toBe(expected);
    expect(looks()).toBeLessThanOrEqual(json.length);
  });

  it.each([
    ['escaped quotes', `"${String.raw`\"`.repeat(5e6)}`],
    ['opening brackets', '[{'.repeat(100) + ' '.repeat(1e7)],
  ])('checks 10 MB of %s', (_title, text) => {
    expect(isNestedDeeper(bytes(text), 256)).toBe(false);
  });
});

/** The bytes, and a counter of reads. */
function counted(of: Buffer): { json: Uint8Array; looks: () => number } {
  let looks = 0;
  const json = new Proxy(of, {
    get(target, key) {
      if (typeof key === 'string' && /^\d+$/.test(key)) looks += 1;
      return Reflect.get(target, key) as unknown;
    },
  });
  return { json, looks: () => looks };
}
