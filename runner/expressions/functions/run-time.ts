import { splitDay } from '../kernels/dates.ts';
import { readIsoDatetime } from '../kernels/iso-datetime.ts';
import type { Scope } from '../scope.ts';
import { literal, type Literal } from '../typed-expression.ts';
import { documented, type FunctionEntry } from './function-entry.ts';

/** Microseconds that the clock of the run shows. */
function runTimeOf({ localTime }: Scope): bigint {
  const time = readIsoDatetime(localTime);
  if (time === null) throw new TypeError(`The time of the run is none: ${localTime}`);
  return time;
}

function clockLiteral(clock: 'now' | 'today', value: bigint): Literal {
  return { ...literal('datetime', value), clock };
}

/** Functions of the time that a run is for: one value in all nodes and attempts of the run. */
export const runTimeFunctions: Readonly<Record<string, FunctionEntry>> = {
  now: {
    parameters: [0, 0],
    usage: 'now()',
    doc: documented(
      'The time of the run, the same in all its nodes, attempts and retries: of a scheduled run the time it is for, by the clock of the zone of its schedule; of any other the time it was asked for, in UTC.',
      ['now()', '2024-03-01T06:15:00'],
      ["date_diff(sold_at, now(), 'hours')", 15.75],
    ),
    check: (_args, scope) => clockLiteral('now', runTimeOf(scope)),
  },
  today: {
    parameters: [0, 0],
    usage: 'today()',
    doc: documented(
      'The day of now(), as the datetime at which it begins.',
      ['today()', '2024-03-01T00:00:00'],
      ['sold_at < today()', true],
    ),
    check: (_args, scope) => {
      const time = runTimeOf(scope);
      return clockLiteral('today', time - BigInt(splitDay(time).rest));
    },
  },
};
