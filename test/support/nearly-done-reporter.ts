import { writeFileSync } from 'node:fs';
import { recordedSeconds } from './recorded-seconds.ts';

/** Seconds of files that are left when the next suite may prepare itself: two minutes of three workers. */
const LEFT_SECONDS = 400;

/** A reporter of Jest that creates the file of `MILLRACE_TEST_NEARLY_DONE` when little is left to do. */
export default class NearlyDoneReporter {
  readonly #seconds = recordedSeconds(['service', 'parity']);
  readonly #file = process.env.MILLRACE_TEST_NEARLY_DONE;
  #left = this.#seconds.total;

  onTestResult(test: { readonly path: string }): void {
    const before = this.#left;
    this.#left -= this.#seconds.of(test.path);
    const isNow = before > LEFT_SECONDS && this.#left <= LEFT_SECONDS;
    if (isNow && this.#file !== undefined) writeFileSync(this.#file, '');
  }
}
