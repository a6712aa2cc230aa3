import { appendFileSync } from 'node:fs';

/**
 * Reports that a suite cannot run on this machine: `npm test` prints every reason at its end.
 * @param suite name of the skipped suite, for example `parity`
 * @param reason what is missing and how to get it
 * @throws Error when every suite is required (`MILLRACE_REQUIRE_ALL=1`)
 */
export function skipSuite(suite: string, reason: string): void {
  if (process.env.MILLRACE_REQUIRE_ALL === '1') {
    throw new Error(`The suite "${suite}" is required here but cannot run: ${reason}`);
  }
  const report = process.env.MILLRACE_SKIP_REPORT;
  if (report !== undefined) appendFileSync(report, `${JSON.stringify({ suite, reason })}\n`);
}
