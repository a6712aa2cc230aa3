import { keyword } from '../python/code.ts';

/** The microseconds of the arguments of `timedelta` and `pd.Timedelta`, longest first. */
const UNITS = {
  days: 86_400_000_000n,
  hours: 3_600_000_000n,
  minutes: 60_000_000n,
  seconds: 1_000_000n,
  milliseconds: 1000n,
  microseconds: 1n,
} as const;

/** Returns a duration as the argument of `timedelta`, in the longest unit of which it is a whole number. */
export function durationArgument(microseconds: number | bigint): string {
  const whole = BigInt(microseconds);
  const [unit, length] = Object.entries(UNITS).find(([, each]) => whole % each === 0n) ?? [
    'microseconds',
    UNITS.microseconds,
  ];
  return keyword(unit, String(whole / length));
}
