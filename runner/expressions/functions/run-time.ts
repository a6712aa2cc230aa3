import { splitDay } from '../values/dates.ts';
import { readIsoDatetime } from '../values/iso-datetime.ts';
import type { Scope } from '../scope.ts';
import { literal } from '../typed-expression.ts';
import type { Literal } from '../literal.ts';
import { documented, type FunctionEntry } from './function-entry.ts';

/** Returns the time of the run in microseconds since 1970. */
function runTimeOf({ localTime }: Scope): bigint {
  const time = readIsoDatetime(localTime);
  if (time === null) throw new TypeError(`Run time ${localTime} is not ISO 8601.`);
  return time;
}

function clockLiteral(clock: 'now' | 'today', value: bigint): Literal {
  return { ...literal('datetime', value), clock };
}

/** Functions of the run's time, which is the same in all nodes and attempts of the run. */
export const runTimeFunctions: Readonly<Record<string, FunctionEntry>> = {
  now: {
    parameters: [0, 0],
    usage: 'now()',
    doc: documented(
      "The time of the run, the same in all its nodes, attempts and retries: the scheduled time in the schedule's time zone, or the time of the request in UTC.",
      ['now()', '2024-03-01T06:15:00'],
      ["date_diff(sold_at, now(), 'hours')", 15.75],
    ),
    check: (_args, scope) => clockLiteral('now', runTimeOf(scope)),
  },
  today: {
    parameters: [0, 0],
    usage: 'today()',
    doc: documented(
      'The day of now(), as a datetime at midnight.',
      ['today()', '2024-03-01T00:00:00'],
      ['sold_at < today()', true],
    ),
    check: (_args, scope) => {
      const time = runTimeOf(scope);
      return clockLiteral('today', time - BigInt(splitDay(time).rest));
    },
  },
};
