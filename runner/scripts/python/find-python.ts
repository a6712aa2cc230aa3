import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Engine } from '../../domain/engine.ts';
import { folderOption } from '../../extras/extras-folder.ts';
import type { ScriptSettings } from '../script-settings.ts';
import { OLDEST_MINOR } from './requirements.ts';

const run = promisify(execFile);

/** The command that makes an environment. */
const SETUP_COMMAND = 'npx millrace python setup';

/** The modules that the frames of an engine need. */
const MODULES: Readonly<Record<Engine, readonly string[]>> = {
  pandas: ['pandas', 'pyarrow'],
  polars: ['polars'],
};
const PROBED = [...new Set(Object.values(MODULES).flat())];
const PROBE_MS = 10_000;
/** A failed search is repeated after this time, so that a new environment is found soon. */
const RETRY_MS = 5000;

const PROBE = `
import importlib.util, json, os, sys
modules = [name for name in sys.argv[1:] if importlib.util.find_spec(name)]
prefixes = {sys.prefix, sys.exec_prefix, sys.base_prefix, sys.base_exec_prefix}
parts = ["bin", "lib", "lib64", "pyvenv.cfg"]
folders = {os.path.join(prefix, part) for prefix in prefixes for part in parts}
customized = getattr(sys.modules.get("sitecustomize"), "__file__", None)
print(json.dumps({
    "executable": sys.executable,
    "minor": sys.version_info[:2],
    "modules": modules,
    "folders": sorted(folders | set(sys.path) | ({os.path.realpath(customized)} if customized else set())),
}))
`;

const NO_PYTHON_FOR_PREVIEWS =
  'The API of this cluster has no Python, so it cannot preview this node. Run the flow: the pods of its runs have Python.';

/** An interpreter that can execute scripts of an engine, or why there is none. */
export type FoundPython =
  | {
      readonly executable: string;
      /** Folders and files that it reads: its library and its packages. */
      readonly folders: readonly string[];
    }
  /** A sentence that ends with what to do. */
  | { readonly missing: string };

/** A program that was found, with its facts; null when it cannot be executed. */
interface Interpreter {
  readonly executable: string;
  readonly minor: readonly [number, number];
  readonly modules: readonly string[];
  readonly folders: readonly string[];
}

/** Returns the interpreter in a virtual environment. */
export function interpreterIn(folder: string): string {
  return path.join(folder, 'bin', 'python');
}

/**
 * Finds the Python that executes scripts with frames of an engine: the one that the settings name, else the
 * environment of `millrace python setup`, else the first on the PATH that is recent enough and has the
 * packages.
 */
export async function findPython(settings: ScriptSettings, engine: Engine): Promise<FoundPython> {
  const reasons: string[] = [];
  for (const candidate of candidates(settings)) {
    const found = await probe(candidate);
    const problem = problemOf(found, engine);
    if (found !== null && problem === null) {
      return { executable: found.executable, folders: found.folders };
    }
    if (problem !== null) reasons.push(`${candidate} ${problem}`);
  }
  if (!settings.executesRuns) return { missing: NO_PYTHON_FOR_PREVIEWS };
  const why = settings.python === null ? '' : ` (SERVICE_PYTHON: ${reasons.join(', ')})`;
  const needs = MODULES[engine].join(' and ');
  return {
    missing: `A script needs Python 3.${OLDEST_MINOR} or newer with ${needs}, and there is none${why}. Run "${SETUP_COMMAND}${folderOption(settings.pythonFolder, 'python')}", or name an interpreter in SERVICE_PYTHON.`,
  };
}

/** An interpreter of which an environment can be made. */
export interface BasePython {
  readonly executable: string;
  /** The minor version of Python 3. */
  readonly minor: number;
}

/** Returns the interpreter that the settings name, else the first on the PATH that is recent enough, or null. */
export async function findBasePython(settings: ScriptSettings): Promise<BasePython | null> {
  const named = settings.python === null ? [] : [settings.python];
  for (const candidate of [...named, ...onPath(settings.searchPath)]) {
    const found = await probe(candidate);
    if (found !== null && isRecent(found)) {
      return { executable: found.executable, minor: found.minor[1] };
    }
  }
  return null;
}

function candidates(settings: ScriptSettings): readonly string[] {
  if (settings.python !== null) return [settings.python];
  return [interpreterIn(settings.pythonFolder), ...onPath(settings.searchPath)].filter((file) =>
    existsSync(file),
  );
}

function onPath(searchPath: string): readonly string[] {
  const folders = searchPath.split(path.delimiter).filter((folder) => folder !== '');
  return ['python3', 'python']
    .flatMap((name) => folders.map((folder) => path.join(folder, name)))
    .filter((file) => existsSync(file));
}

function isRecent({ minor: [major, minor] }: Interpreter): boolean {
  return major > 3 || (major === 3 && minor >= OLDEST_MINOR);
}

function problemOf(found: Interpreter | null, engine: Engine): string | null {
  if (found === null) return 'cannot be executed';
  if (!isRecent(found)) return `is Python ${found.minor.join('.')}`;
  const missing = MODULES[engine].filter((name) => !found.modules.includes(name));
  return missing.length === 0 ? null : `has no ${missing.join(' and no ')}`;
}

const probes = new Map<string, Promise<Interpreter | null>>();

/** Asks an interpreter for its facts, once while it succeeds. */
async function probe(file: string): Promise<Interpreter | null> {
  const known = probes.get(file);
  if (known !== undefined) return await known;
  const asked = ask(file);
  probes.set(file, asked);
  const found = await asked;
  // An environment may be made, or get packages, while the service runs.
  const isComplete = found !== null && PROBED.every((name) => found.modules.includes(name));
  if (!isComplete) setTimeout(() => probes.delete(file), RETRY_MS).unref();
  return found;
}

async function ask(file: string): Promise<Interpreter | null> {
  try {
    const { stdout } = await run(file, ['-I', '-c', PROBE, ...PROBED], { timeout: PROBE_MS });
    return JSON.parse(stdout) as Interpreter;
  } catch {
    return null;
  }
}
