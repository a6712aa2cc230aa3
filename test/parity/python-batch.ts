import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { count } from '../support/test-counts.ts';

export interface ScriptJob {
  readonly path: string;
  /** The working folder of a script, with its input and output files. */
  readonly folder: string;
}

const RUNNER = join(import.meta.dirname, 'run-scripts.py');
const BATCH_MS = 500_000;

/**
 * Runs scripts sequentially in one Python process. A script that changes what they share fails.
 * @param variables environment variables that the scripts read
 * @returns the error of each, or null
 */
export async function runScripts(
  python: string,
  jobs: readonly ScriptJob[],
  variables: Readonly<Record<string, string>> = {},
): Promise<readonly (string | null)[]> {
  count('start of Python');
  count('exported script', jobs.length);
  const child = spawn(python, ['-I', RUNNER], {
    env: { ...process.env, ...variables },
    stdio: ['pipe', 'pipe', 'pipe'],
    timeout: BATCH_MS,
  });
  child.stdin.end(JSON.stringify(jobs));
  const [stdout, stderr] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  if (stdout === '') throw new Error(`The scripts did not run:\n${stderr}`);
  return JSON.parse(stdout) as (string | null)[];
}
