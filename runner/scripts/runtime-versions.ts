import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Engine } from '../domain/engine.ts';
import { UserError } from '../domain/errors.ts';
import { danfoVersion } from '../extras/danfo.ts';
import type { ScriptRuntime } from '../plan/operators/opaque.ts';
import { findPython } from './python/find-python.ts';
import type { ScriptSettings } from './script-settings.ts';

const run = promisify(execFile);
const LIST_MS = 10_000;
const MAX_LIST_BYTES = 2 ** 20;

/** The interpreter, and each installed distribution with its version. */
const LIST = `
import importlib.metadata, json, sys
names = sorted({f"{d.name}=={d.version}" for d in importlib.metadata.distributions()})
print(json.dumps([sys.version, sys.executable, names]))
`;

/** The scripts of a run. */
export interface ScriptUse {
  readonly engine: Engine;
  readonly settings: ScriptSettings;
}

/**
 * What the results of scripts depend on besides their rows and their text: the program that executes them and
 * the versions of its packages. Packages are listed at each call, since they may change while a runner is warm.
 * @returns by runtime; missing where scripts cannot be executed
 */
export async function runtimeVersions(
  runtimes: ReadonlySet<ScriptRuntime>,
  use: ScriptUse,
): Promise<ReadonlyMap<ScriptRuntime, string>> {
  const found = new Map<ScriptRuntime, string>();
  for (const runtime of runtimes) {
    const version = runtime === 'python' ? await pythonVersions(use) : javascriptVersions(use);
    if (version !== null) found.set(runtime, version);
  }
  return found;
}

async function pythonVersions({ engine, settings }: ScriptUse): Promise<string | null> {
  const found = await findPython(settings, engine);
  if ('missing' in found) return null;
  try {
    const options = { timeout: LIST_MS, maxBuffer: MAX_LIST_BYTES, env: {} };
    return (await run(found.executable, ['-I', '-c', LIST], options)).stdout;
  } catch {
    // The script is executed, and reports what is wrong with its interpreter.
    return null;
  }
}

/** The digest of the code has the version of Node. */
function javascriptVersions({ settings }: ScriptUse): string {
  try {
    return `danfo ${danfoVersion(settings.extrasFolder)}`;
  } catch (error) {
    if (error instanceof UserError) return 'without danfo';
    throw error;
  }
}
