import { spawn, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';

const SCRIPT = path.join(import.meta.dirname, 'baselines', 'warm.py');

/** An interpreter that stays warm, with pandas and polars loaded. */
export class WarmPython {
  readonly #process: ChildProcess;
  readonly #answers: AsyncIterator<string>;

  /** @param python an interpreter with both libraries */
  constructor(python: string) {
    const child = spawn(python, [SCRIPT], { stdio: ['pipe', 'pipe', 'inherit'] });
    this.#process = child;
    this.#answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  }

  /**
   * Executes the statements of a baseline.
   * @param name the function of `baselines/warm.py`
   * @param files its input, in Parquet
   * @returns milliseconds of processor time, of all threads
   * @throws Error when it fails
   */
  async processorMs(name: string, files: readonly string[], output: string): Promise<number> {
    this.#process.stdin?.write(`${JSON.stringify([name, files, output])}\n`);
    const answer = await this.#answers.next();
    if (answer.done === true) throw new Error(`${name} failed in Python`);
    return Number(answer.value);
  }

  stop(): void {
    this.#process.kill();
  }
}
