import { plainText } from './plain-text.ts';

/** What is written to: standard error, as a rule. */
export interface LineTarget {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

const CLEAR = '\r\u001B[2K';
const USUAL_COLUMNS = 80;

/** One line on a terminal that always says what happens now, and is gone afterwards. Elsewhere: nothing. */
export class ProgressLine {
  readonly #target: LineTarget;
  #isShown = false;

  constructor(target: LineTarget = process.stderr) {
    this.#target = target;
  }

  show(text: string): void {
    if (this.#target.isTTY !== true) return;
    // A line that wraps could not be cleared.
    const room = (this.#target.columns ?? USUAL_COLUMNS) - 1;
    this.#target.write(`${CLEAR}${plainText(text).slice(0, room)}`);
    this.#isShown = true;
  }

  clear(): void {
    if (this.#isShown) this.#target.write(CLEAR);
    this.#isShown = false;
  }
}
