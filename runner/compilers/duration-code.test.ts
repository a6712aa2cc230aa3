import { durationArgument } from './duration-code.ts';

it.each([
  [1_209_600_000_000, 'days=14'],
  [5_400_000_000, 'minutes=90'],
  [300_000_000n, 'minutes=5'],
  [1_500_000, 'milliseconds=1500'],
  [7, 'microseconds=7'],
])('writes %p microseconds as %s', (microseconds, argument) => {
  expect(durationArgument(microseconds)).toBe(argument);
});
