import { parseQuantity, parseResourceQuantity } from './compute-resources.ts';

describe('parseQuantity', () => {
  it.each([
    ['500m', 0.5],
    ['2', 2],
    ['0.1', 0.1],
    ['64Mi', 67_108_864],
    ['1.5Gi', 1_610_612_736],
    ['10G', 10_000_000_000],
  ])('parses %s', (quantity, amount) => {
    expect(parseQuantity(quantity)).toBe(amount);
  });

  it.each(['', 'lots', '1Xi', '-1', '1e3', '1toString'])('rejects "%s"', (quantity) => {
    expect(() => parseQuantity(quantity)).toThrow('Not a quantity');
  });
});

describe('parseResourceQuantity', () => {
  it.each([
    ['cpu', '500m', 0.5],
    ['cpu', '1.5', 1.5],
    ['cpu', '1Gi', null],
    ['memory', '2Gi', 2_147_483_648],
    ['memory', '500m', null],
    ['memory', '', null],
  ] as const)('parses %s "%s" as %s', (resource, text, amount) => {
    expect(parseResourceQuantity(resource, text)).toBe(amount);
  });
});
