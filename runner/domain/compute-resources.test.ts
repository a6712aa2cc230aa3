import { amountOf, quantityOf } from './compute-resources.ts';

describe('amounts', () => {
  it.each([
    ['500m', 0.5],
    ['2', 2],
    ['0.1', 0.1],
    ['64Mi', 67_108_864],
    ['1.5Gi', 1_610_612_736],
    ['10G', 10_000_000_000],
  ])('%s', (quantity, amount) => {
    expect(amountOf(quantity)).toBe(amount);
  });

  it.each(['', 'lots', '1Xi', '-1', '1e3', '1toString'])('refuse "%s"', (quantity) => {
    expect(() => amountOf(quantity)).toThrow('Not a quantity');
  });
});

describe('what a run may be given', () => {
  it.each([
    ['cpu', '500m', 0.5],
    ['cpu', '1.5', 1.5],
    ['cpu', '1Gi', null],
    ['memory', '2Gi', 2_147_483_648],
    ['memory', '500m', null],
    ['memory', '', null],
  ] as const)('%s "%s" is %s', (resource, text, amount) => {
    expect(quantityOf(resource, text)).toBe(amount);
  });
});
