import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

export interface ScriptJob {
  readonly path: string;
  /** Where it is run: input files lie there, output files come there. */
  readonly folder: string;
}

const RUNNER = join(import.meta.dirname, 'run-scripts.py');
const BATCH_MS = 120_000;

/** Runs scripts one after the other in one Python process. @returns the error of each, or null */
export async function runScripts(
  python: string,
  jobs: readonly ScriptJob[],
): Promise<readonly (string | null)[]> {
  const child = spawn(python, ['-I', RUNNER], {
    stdio: ['pipe', 'pipe', 'pipe'],
    timeout: BATCH_MS,
  });
  child.stdin.end(JSON.stringify(jobs));
  const [stdout, stderr] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  if (stdout === '') throw new Error(`The scripts could not be run:\n${stderr}`);
  return JSON.parse(stdout) as (string | null)[];
}
