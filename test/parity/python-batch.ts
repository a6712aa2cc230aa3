import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { count } from '../support/test-counts.ts';

export interface ScriptJob {
  readonly path: string;
  /** The working folder of a script, with its input and output files. */
  readonly folder: string;
}

type Outcomes = readonly (string | null)[];

const RUNNER = join(import.meta.dirname, 'run-scripts.py');
/** A longer batch fails. */
const BATCH_MS = 500_000;
/** What is kept of the messages of a process. */
const MAX_MESSAGES = 10_000;

/**
 * Runs scripts sequentially in a Python process, which the later batches of a test file use too: the imports of
 * libraries take longer than most scripts. A script that changes what they share fails.
 * @param variables environment variables that the scripts read
 * @returns the error of each, or null
 */
export async function runScripts(
  python: string,
  jobs: readonly ScriptJob[],
  variables: Readonly<Record<string, string>> = {},
): Promise<Outcomes> {
  count('exported script', jobs.length);
  const place = idle.findIndex((each) => each.python === python);
  const [interpreter = new Interpreter(python)] = place === -1 ? [] : idle.splice(place, 1);
  const outcomes = await interpreter.run(jobs, variables);
  idle.push(interpreter);
  return outcomes;
}

class Interpreter {
  readonly python: string;
  readonly #child: ChildProcessByStdio<Writable, Readable, Readable>;
  readonly #answers: Interface;
  readonly #closed: Promise<readonly []>;
  #messages = '';

  constructor(python: string) {
    count('start of Python');
    this.python = python;
    this.#child = spawn(python, ['-I', RUNNER], { stdio: ['pipe', 'pipe', 'pipe'] });
    this.#closed = once(this.#child, 'close').then(() => []);
    this.#answers = createInterface({ input: this.#child.stdout });
    this.#child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.#messages = (this.#messages + text).slice(-MAX_MESSAGES);
    });
    // The end of the process says what happened.
    this.#child.stdin.on('error', () => undefined);
  }

  async run(
    jobs: readonly ScriptJob[],
    variables: Readonly<Record<string, string>>,
  ): Promise<Outcomes> {
    const limit = setTimeout(() => this.#child.kill('SIGKILL'), BATCH_MS);
    const answered = once(this.#answers, 'line') as Promise<[string]>;
    this.#child.stdin.write(`${JSON.stringify({ jobs, variables })}\n`);
    const [answer] = await Promise.race([answered, this.#closed]);
    clearTimeout(limit);
    if (answer === undefined) throw new Error(`The scripts did not run:\n${this.#messages}`);
    return JSON.parse(answer) as Outcomes;
  }

  async end(): Promise<void> {
    this.#child.stdin.end();
    await this.#closed;
  }
}

const idle: Interpreter[] = [];

afterAll(async () => {
  await Promise.all(idle.splice(0).map((interpreter) => interpreter.end()));
});
