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
  ])('answers for %s with a limit of %i levels: %s', (text, limit, expected) => {
    expect(isNestedDeeper(bytes(text), limit)).toBe(expected);
  });

  // A backtracking search took 21 s for 80 kB of the first; the bound only tells seconds from milliseconds.
  it.each([
    ['escaped quotes', `"${String.raw`\"`.repeat(5e6)}`, false],
    ['backslashes', `"${'\\'.repeat(1e7)}`, false],
    ['quotes', '"'.repeat(1e7), false],
    ['opening brackets', '[{'.repeat(5e6), true],
    ['empty lists', '[]'.repeat(5e6), false],
    ['one long string', `"${'x'.repeat(1e7)}"`, false],
  ])('looks once at each of 10 MB of %s', (_title, text, expected) => {
    const json = bytes(text);
    const before = process.cpuUsage();
    expect(isNestedDeeper(json, 256)).toBe(expected);
    expect(process.cpuUsage(before).user).toBeLessThan(1_000_000);
  });
});
