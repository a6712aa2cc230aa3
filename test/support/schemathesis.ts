import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pythonEnvironment, type PythonPackages } from './python-environment.ts';

/** Schemathesis sends what a document allows and what it forbids, and judges the answers. */
const SCHEMATHESIS: PythonPackages = {
  title: 'schemathesis',
  releases: [{ oldestPython: 11, packages: ['schemathesis==4.32.5', 'hypothesis==6.170.15'] }],
};
const BIG_REPORT = 16 * 1024 * 1024;

export interface SchemathesisRun {
  /** The document to test by, and where it is served. */
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

/** What it found. */
export interface SchemathesisResult {
  readonly exitCode: number;
  /** Its whole report, for people. */
  readonly report: string;
}

/** Why there can be no interpreter that has schemathesis; null when there is one. */
export async function lackForSchemathesis(): Promise<string | null> {
  const environment = await pythonEnvironment(SCHEMATHESIS);
  return environment.kind === 'ready' ? null : environment.reason;
}

/** The interpreter that has schemathesis. @throws Error when there is none */
export async function schemathesisPython(): Promise<string> {
  const environment = await pythonEnvironment(SCHEMATHESIS);
  if (environment.kind === 'ready') return environment.python;
  throw new Error(environment.reason);
}

/** The seed of a run of the tests; the same seed sends the same requests. */
export function schemathesisSeed(environment: NodeJS.ProcessEnv = process.env): number {
  const seed = Number(
    environment.MILLRACE_SCHEMATHESIS_SEED ?? Math.floor(Math.random() * 2 ** 31),
  );
  if (Number.isInteger(seed)) return seed;
  throw new Error('MILLRACE_SCHEMATHESIS_SEED is no integer');
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
    const call = ['run', 'openapi.json', '--url', run.url, ...fixed, ...headers, ...run.options];
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
