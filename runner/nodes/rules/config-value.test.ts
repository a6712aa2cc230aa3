import type { JsonValue } from '../../domain/json.ts';
import {
  convertCompared,
  convertConfigValue,
  convertExactly,
  convertReplacement,
  convertTo,
} from './config-value.ts';

const INTEGERS = { name: 'n', type: 'integer' } as const;
const WHOLE: readonly (readonly [JsonValue, bigint])[] = [
  ['2.0', 2n],
  ['1e3', 1000n],
  [3, 3n],
  [9007199254740993n, 9007199254740993n],
  ['9007199254740993', 9007199254740993n],
];
const ROUNDED: readonly (readonly [JsonValue, bigint])[] = [
  ['9007199254740993.0', 9007199254740993n],
  ['1e18', 10n ** 18n],
  [1e18, 10n ** 18n],
  [2 ** 53, 2n ** 53n],
];

describe('a number in a config of a column of integers', () => {
  it.each([...WHOLE, ...ROUNDED])(
    'as %j is an integer where cells are compared',
    (value, whole) => {
      const compared = { type: 'integer', value: whole };
      expect(convertConfigValue(value, INTEGERS)).toMatchObject(compared);
      expect(convertCompared(value, 'integer')).toMatchObject(compared);
    },
  );

  it.each(WHOLE)('as %j is an integer where it becomes a cell', (value, whole) => {
    const cell = { type: 'integer', value: whole };
    expect(convertReplacement(value, 'integer')).toMatchObject(cell);
    expect(convertTo(value, 'integer')).toMatchObject(cell);
    expect(convertExactly(value, INTEGERS)).toMatchObject(cell);
  });

  it.each(ROUNDED)('as %j is no integer where it becomes a cell, but a float', (value, whole) => {
    expect(convertReplacement(value, 'integer')).toBeNull();
    expect(convertTo(value, 'integer')).toBeNull();
    expect(() => convertExactly(value, INTEGERS)).toThrow('does not fit the column "n"');
    expect(convertTo(value, 'float')).toMatchObject({ type: 'float', value: Number(whole) });
  });
});
