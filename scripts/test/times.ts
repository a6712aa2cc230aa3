import { TIERS, type Step, type TestFile } from './tiers.ts';

/** What a run of `npm test` took. */
export interface Times {
  readonly checks: readonly Step[];
  readonly files: readonly TestFile[];
  /** Builds and installations that the cache lacked. */
  readonly made: readonly Step[];
  /** Elapsed seconds of the whole run. */
  readonly seconds: number;
}

const SLOWEST = 10;

/**
 * Reports the duration of each tier and of the ten slowest files. A tier's duration is the sum of its
 * files, some of which run in parallel. What a cold cache lacked has lines of its own: it is made within
 * the time of the tests that wait for it, or beside them.
 */
export function timeLines({ checks, files, made, seconds }: Times): readonly string[] {
  const rows: (readonly [string, number, string])[] = [];
  for (const tier of TIERS) {
    const own = tier === 'check' ? [] : files.filter((file) => file.tier === tier);
    const tests = own.reduce((sum, file) => sum + file.tests, 0);
    if (own.length > 0) {
      rows.push([tier, total(own), `${counted(tests, 'test')} in ${counted(own.length, 'file')}`]);
    }
    if (tier === 'check' && checks.length > 0) {
      rows.push(['check', Math.max(...checks.map((each) => each.seconds)), listed(checks)]);
    }
  }
  rows.push(['in all', seconds, 'elapsed; some files run in parallel']);
  const slowest = files.toSorted((a, b) => b.seconds - a.seconds).slice(0, SLOWEST);
  return [
    'Time of each tier:',
    ...rows.map(([name, time, what]) => `  ${name.padEnd(8)}${shown(time)}  ${what}`),
    ...(slowest.length === 0 ? [] : ['The slowest files:']),
    ...slowest.map((file) => `${shown(file.seconds)}  ${file.path}`),
    ...(made.length === 0 ? [] : ['Built and installed, since the cache lacked it:']),
    ...made.map(({ name, seconds: time }) => `${shown(time)}  ${name}`),
  ];
}

/** The checks run at once, so that each has its own time. */
function listed(checks: readonly Step[]): string {
  return checks.map(({ name, seconds }) => `${name} ${seconds.toFixed(1)} s`).join(', ');
}

function total(parts: readonly { readonly seconds: number }[]): number {
  return parts.reduce((sum, { seconds }) => sum + seconds, 0);
}

function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
}

function shown(seconds: number): string {
  return `${seconds.toFixed(1).padStart(8)} s`;
}
