import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { propertyFactor, SEED_OF_NPM_TEST } from './property-runs.ts';
import { pythonEnvironment, type PythonPackages } from './python-environment.ts';

/** Schemathesis sends valid and invalid requests for a document, and checks the answers. */
const SCHEMATHESIS: PythonPackages = {
  title: 'schemathesis',
  releases: [{ oldestPython: 11, packages: ['schemathesis==4.32.5', 'hypothesis==6.170.15'] }],
};
const BIG_REPORT = 16 * 1024 * 1024;

export interface SchemathesisRun {
  /** URL of the document under test. */
  readonly document: object;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The content of a `schemathesis.toml`. */
  readonly settings?: string;
  readonly options: readonly string[];
  readonly seed: number;
  /** Schemathesis is killed after this time. */
  readonly limitMs: number;
}

/** The findings of a run. */
export interface SchemathesisResult {
  readonly exitCode: number;
  /** Its report as text. */
  readonly report: string;
}

/** Returns why no interpreter with schemathesis is available; null when one is. */
export async function lackForSchemathesis(): Promise<string | null> {
  const environment = await pythonEnvironment(SCHEMATHESIS);
  return environment.kind === 'ready' ? null : environment.reason;
}

/** Returns the interpreter with schemathesis. @throws Error when it is not available */
export async function schemathesisPython(): Promise<string> {
  const environment = await pythonEnvironment(SCHEMATHESIS);
  if (environment.kind === 'ready') return environment.python;
  throw new Error(environment.reason);
}

/**
 * Returns the seed of a test run: `MILLRACE_SCHEMATHESIS_SEED`, else that of `npm test`, else a new one in a longer
 * run. The same seed sends the same requests.
 */
export function schemathesisSeed(environment: NodeJS.ProcessEnv = process.env): number {
  const isLong = propertyFactor(environment) > 1;
  const drawn = isLong ? Math.floor(Math.random() * 2 ** 31) : SEED_OF_NPM_TEST;
  const seed = Number(environment.MILLRACE_SCHEMATHESIS_SEED ?? drawn);
  if (Number.isInteger(seed)) return seed;
  throw new Error('MILLRACE_SCHEMATHESIS_SEED must be an integer');
}

/** Runs schemathesis once. */
export async function runSchemathesis(
  python: string,
  run: SchemathesisRun,
): Promise<SchemathesisResult> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'millrace-schemathesis-'));
  try {
    await writeFile(path.join(folder, 'openapi.json'), JSON.stringify(run.document));
    await writeFile(path.join(folder, 'schemathesis.toml'), run.settings ?? '');
    const headers = Object.entries(run.headers).flatMap(([name, value]) => [
      '--header',
      `${name}: ${value}`,
    ]);
    const fixed = ['--seed', String(run.seed), '--generation-database', 'none', '--no-color'];
    // The first preview starts a process. The default of ten seconds is short for a busy machine.
    const waits = ['--request-timeout', '60'];
    const options = [...fixed, ...waits, ...headers, ...run.options];
    const call = ['run', 'openapi.json', '--url', run.url, ...options];
    return await execute(python, ['-m', 'schemathesis.cli', ...call], {
      folder,
      limitMs: run.limitMs,
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function execute(
  python: string,
  args: readonly string[],
  { folder, limitMs }: { readonly folder: string; readonly limitMs: number },
): Promise<SchemathesisResult> {
  return new Promise((resolve) => {
    const child = execFile(
      python,
      args,
      { cwd: folder, timeout: limitMs, killSignal: 'SIGKILL', maxBuffer: BIG_REPORT },
      (error, stdout, stderr) => {
        const ended = child.signalCode === null ? '' : `\nended by ${child.signalCode}`;
        const exitCode = child.exitCode ?? (error === null ? 0 : -1);
        resolve({ exitCode, report: `${stdout}${stderr}${ended}` });
      },
    );
  });
}
