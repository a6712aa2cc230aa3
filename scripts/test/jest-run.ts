import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { tierOf, type TestFile, type Tier } from './tiers.ts';

/** The results of a part of the run. */
export interface Outcome {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly files: readonly TestFile[];
}

export interface JestRun {
  /** Path of the configuration from the root. */
  readonly config: string;
  readonly arguments: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** The tier of all files; by default each has that of its path. */
  readonly tier?: Tier;
}

interface JestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly numRuntimeErrorTestSuites: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly startTime: number;
    readonly endTime: number;
    readonly assertionResults: readonly unknown[];
  }[];
}

export const root = path.resolve(import.meta.dirname, '..', '..');

/**
 * Runs Jest. Its report for people goes to standard error.
 * @param scratch a folder for its report
 * @returns its results; one failure when it ended without a report
 */
export async function runJest(scratch: string, run: JestRun): Promise<Outcome> {
  const output = path.join(scratch, `${run.config.replaceAll(/[^a-z]/g, '-')}.json`);
  rmSync(output, { force: true });
  const ok = await succeeds(
    [
      process.execPath,
      '--experimental-vm-modules',
      '--disable-warning=ExperimentalWarning',
      '--max-old-space-size=8192',
      path.join(root, 'node_modules', 'jest', 'bin', 'jest.js'),
      `--config=${path.join(root, run.config)}`,
      '--json',
      `--outputFile=${output}`,
      ...run.arguments,
    ],
    // Jest prints its JSON on standard output too.
    { env: run.env, output: 'ignore' },
  );
  if (!existsSync(output)) return { passed: 0, failed: 1, skipped: 0, files: [] };
  const report = JSON.parse(readFileSync(output, 'utf8')) as JestReport;
  const failed = report.numFailedTests + report.numRuntimeErrorTestSuites;
  return {
    passed: report.numPassedTests,
    failed: !ok && failed === 0 ? 1 : failed,
    skipped: report.numPendingTests + report.numTodoTests,
    files: report.testResults.map((result) => fileOf(result, run.tier)),
  };
}

function fileOf(
  { name, startTime, endTime, assertionResults }: JestReport['testResults'][number],
  tier: Tier | undefined,
): TestFile {
  const file = path.relative(root, name).replaceAll(path.sep, '/');
  return {
    path: file,
    tier: tier ?? tierOf(file),
    tests: assertionResults.length,
    // A file that failed to load has neither time.
    seconds: Math.max(0, endTime - startTime) / 1000,
  };
}

/** Runs a command in the root folder. @returns whether it exited with 0 */
export async function succeeds(
  [command = '', ...args]: readonly string[],
  { env, output }: { env?: Readonly<Record<string, string>>; output: 'inherit' | 'ignore' },
): Promise<boolean> {
  const child = spawn(command, args, {
    cwd: root,
    stdio: ['ignore', output, 'inherit'],
    env: { ...process.env, ...env },
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code === 0;
}
