import { appendFileSync } from 'node:fs';

/** Names the file of the counts; `npm test` sets it for its Jest runs. */
const FILE_VARIABLE = 'MILLRACE_TEST_COUNTS';
/** Names the tier whose test file runs; `test/support/count-processes.ts` sets it. */
export const TIER_VARIABLE = 'MILLRACE_TEST_TIER';

/** A line of the file. */
export type CountLine =
  | { readonly what: string; readonly n: number; readonly tier: string }
  | { readonly made: string; readonly seconds: number };

/**
 * Counts work that each run of the tests repeats, such as the start of a service. The counts of a run do not
 * depend on the speed of the machine, so `npm test` holds them against budgets.
 * @param what the kind of work, in the singular, such as `service-start`
 */
export function count(what: string, n = 1): void {
  append({ what, n, tier: process.env[TIER_VARIABLE] ?? 'service' });
}

/** Notes a build or an installation that a cold cache lacked. @param made its name, such as `go etcd` */
export function noteMade(made: string, seconds: number): void {
  append({ made, seconds });
}

function append(line: CountLine): void {
  const file = process.env[FILE_VARIABLE];
  if (file !== undefined && file !== '') appendFileSync(file, `${JSON.stringify(line)}\n`);
}
