import { plainText } from './plain-text.ts';

/** A terminal, usually standard error. */
export interface LineTarget {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

const CLEAR = '\r\u001B[2K';
const DEFAULT_COLUMNS = 80;

/** A transient status line. It is shown only on a terminal. */
export class ProgressLine {
  readonly #target: LineTarget;
  #isShown = false;

  constructor(target: LineTarget = process.stderr) {
    this.#target = target;
  }

  show(text: string): void {
    if (this.#target.isTTY !== true) return;
    // A wrapped line cannot be cleared.
    const room = (this.#target.columns ?? DEFAULT_COLUMNS) - 1;
    this.#target.write(`${CLEAR}${plainText(text).slice(0, room)}`);
    this.#isShown = true;
  }

  clear(): void {
    if (this.#isShown) this.#target.write(CLEAR);
    this.#isShown = false;
  }
}
