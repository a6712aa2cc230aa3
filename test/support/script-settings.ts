import { readScriptSettings, type ScriptSettings } from '../../runner/scripts/script-settings.ts';
import { pythonEnvironment, type PythonEnvironment } from './python-environment.ts';

let environment: Promise<PythonEnvironment> | undefined;

/** The Python with pandas and polars that the tests of scripts use; null without one. */
export async function scriptPython(): Promise<string | null> {
  const given = process.env.MILLRACE_PYTHON;
  if (given !== undefined) return given;
  environment ??= pythonEnvironment();
  const found = await environment;
  return found.kind === 'ready' ? found.python : null;
}

/** The settings of scripts in tests. */
export async function scriptSettings(
  changes: Partial<ScriptSettings> = {},
): Promise<ScriptSettings> {
  return { ...readScriptSettings({}), python: await scriptPython(), ...changes };
}
