import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { RUNNER_ENV, RUNNER_FLAGS } from '../../../api/runner-command.ts';
import type { Figure } from '../statistics.ts';
import type { Tables } from './measure.ts';

const COPY = path.join(import.meta.dirname, 'copy-file.ts');
const BASELINE = path.join(import.meta.dirname, '..', 'baselines', 'copy_polars.py');

/** What reading a table and writing it by hand costs in both versions of polars, in seconds of processor time. */
export interface LibrarySpeed {
  readonly rows: number;
  /** In nodejs-polars. */
  readonly ours: number;
  /** In polars for Python. */
  readonly baseline: number;
}

/** Measures nodejs-polars alone against polars for Python: what no flow can be faster than. */
export function librarySpeed(tables: Tables, rounds: number, python: string): LibrarySpeed {
  const { rows, files } = tables;
  const args = [files.rows, `${files.rows}.copy`, String(rounds)];
  const environment = { ...process.env, ...RUNNER_ENV };
  return {
    rows,
    ours: secondsOf(process.execPath, [...RUNNER_FLAGS, COPY, ...args], environment),
    baseline: secondsOf(python, [BASELINE, ...args], process.env),
  };
}

/** The processor time of nodejs-polars over that of polars for Python. */
export function libraryRatio({ ours, baseline }: LibrarySpeed): number {
  return ours / baseline;
}

/** The measured factor, without a bound: the library decides it. */
export function libraryFigure(speed: LibrarySpeed): Figure {
  const times = [speed.ours, speed.baseline].map((seconds) => (seconds * 1000).toFixed(0));
  return {
    name: `reading and writing ${speed.rows} rows by hand: nodejs-polars over polars for Python (${times.join(' / ')} ms of processor time)`,
    value: libraryRatio(speed),
    unit: '×',
  };
}

function secondsOf(program: string, args: readonly string[], env: NodeJS.ProcessEnv): number {
  return Number(
    execFileSync(program, args, { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }),
  );
}
