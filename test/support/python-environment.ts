import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PYTHON_RELEASES } from '../../runner/scripts/python/requirements.ts';
import { cacheFolder } from './cache-folder.ts';
import { makeOnce } from './make-once.ts';

const run = promisify(execFile);

/** An interpreter with the requested packages, or the reason why none is available. */
export type PythonEnvironment =
  | { readonly kind: 'ready'; readonly python: string }
  | { readonly kind: 'missing'; readonly reason: string };

/** The packages of an environment. */
export interface PythonPackages {
  /** What cannot run without it, for messages. */
  readonly title: string;
  /** Pinned, by the oldest supported minor version of Python 3, newest first. */
  readonly releases: readonly Release[];
}

interface Release {
  readonly oldestPython: number;
  readonly packages: readonly string[];
}

/** What exported scripts need for Excel files, beside the packages of scripts. */
const EXCEL = ['openpyxl==3.1.5', 'xlsxwriter==3.3.1'];

/** What they need for databases: SQLAlchemy, PyMySQL and duckdb have the licence MIT, pg8000 BSD. */
const DATABASES = ['sqlalchemy==2.1.9', 'pg8000==1.31.6', 'pymysql==1.2.4', 'duckdb==1.5.6'];

/** Packages for tests of exported scripts. */
const DATAFRAMES: PythonPackages = {
  title: 'pandas and polars',
  releases: PYTHON_RELEASES.map(({ oldestPython, packages }) => ({
    oldestPython,
    packages: [...packages, ...EXCEL, ...DATABASES],
  })),
};

const CANDIDATES = ['python3', 'python3.13', 'python3.12', 'python3.11', 'python3.10', 'python'];
const PROBE_MS = 10_000;
const INSTALL_MS = 300_000;

/**
 * Returns a virtual environment with pinned packages, by default pandas, polars and their dependencies for
 * Parquet and Excel. The first call creates it in the user's cache folder, which all clones share.
 */
export async function pythonEnvironment(
  { title, releases }: PythonPackages = DATAFRAMES,
  environment: NodeJS.ProcessEnv = process.env,
): Promise<PythonEnvironment> {
  const oldest = Math.min(...releases.map(({ oldestPython }) => oldestPython));
  const found = await findPython(oldest);
  if (found === null) {
    return { kind: 'missing', reason: `no Python 3.${oldest} or newer was found on the PATH` };
  }
  const release = releases.find(({ oldestPython }) => found.minor >= oldestPython);
  if (release === undefined) throw new Error(`No release of ${title} fits Python 3.${found.minor}`);
  const folder = join(cacheFolder(environment), `python-${keyOf(found, release)}`);
  const python = interpreterIn(folder);
  try {
    await makeOnce(folder, () => install(found.path, folder, release.packages), INSTALL_MS);
  } catch (error) {
    const text = error instanceof Error ? (error.message.split('\n').at(-2) ?? error.message) : '';
    return { kind: 'missing', reason: `${title} could not be installed: ${text}` };
  }
  return { kind: 'ready', python };
}

interface FoundPython {
  readonly path: string;
  readonly version: string;
  readonly minor: number;
}

async function findPython(oldest: number): Promise<FoundPython | null> {
  const code = 'import sys; print(sys.executable, sys.version.split()[0], sys.version_info[1])';
  for (const candidate of CANDIDATES) {
    try {
      const { stdout } = await run(candidate, ['-c', code], { timeout: PROBE_MS });
      const [path, version, minor] = stdout.trim().split(' ');
      if (path !== undefined && version !== undefined && Number(minor) >= oldest) {
        return { path, version, minor: Number(minor) };
      }
    } catch {
      // Missing, or too old to run the query: the next candidate may work.
    }
  }
  return null;
}

/** Creates it under another name and renames it, so that it never exists half. */
async function install(
  basePython: string,
  folder: string,
  packages: readonly string[],
): Promise<void> {
  const draft = `${folder}.${process.pid}`;
  await mkdir(draft, { recursive: true });
  try {
    await run(basePython, ['-m', 'venv', draft], { timeout: INSTALL_MS });
    const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check'];
    await run(interpreterIn(draft), [...pip, ...packages], { timeout: INSTALL_MS });
    await rename(draft, folder);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

function keyOf(found: FoundPython, release: Release): string {
  const facts = [found.path, found.version, ...release.packages].join('\n');
  return createHash('sha256').update(facts).digest('hex').slice(0, 16);
}

function interpreterIn(folder: string): string {
  return process.platform === 'win32'
    ? join(folder, 'Scripts', 'python.exe')
    : join(folder, 'bin', 'python');
}
