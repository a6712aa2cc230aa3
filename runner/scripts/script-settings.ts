import path from 'node:path';
import { z } from 'zod';
import { UserError } from '../domain/errors.ts';
import { ISOLATION_LEVELS, type IsolationLevel } from './isolation.ts';
import { extrasFolder } from '../extras/extras-folder.ts';

/** The bounds and programs of scripts. */
export interface ScriptSettings {
  /** The Python that the administrator named; null: one is searched. */
  readonly python: string | null;
  /** The virtual environment that `millrace python setup` makes. */
  readonly pythonFolder: string;
  /** The folder of optional packages, such as danfojs-node. */
  readonly extrasFolder: string;
  /** The folders in which programs are searched, as in PATH. */
  readonly searchPath: string;
  /** False beside an API whose runs a cluster executes: only previews are executed here. */
  readonly executesRuns: boolean;
  /** How long a script may run, in seconds. */
  readonly maxSeconds: number;
  /** The least isolation of a script; `flags-only`: any. */
  readonly minIsolation: IsolationLevel;
  /** How much memory a script and its child processes may use together, in bytes. */
  readonly maxMemoryBytes: number;
}

const positive = z.coerce.number('must be a number').int('must be a whole number').min(1);

const schema = z.object({
  SERVICE_PYTHON: z.string().optional(),
  SERVICE_SCRIPT_MAX_SECONDS: positive.default(600),
  SERVICE_SCRIPT_MAX_MEMORY_MB: positive.default(2048),
  SERVICE_SCRIPT_MIN_ISOLATION: z.enum(ISOLATION_LEVELS).default('flags-only'),
  SERVICE_EXECUTOR: z.string().default('local'),
  PATH: z.string().default(''),
});

const MEBIBYTE = 2 ** 20;

/**
 * Reads the settings of scripts. The variables are those of the API.
 * @param env usually `process.env`; an empty variable counts as absent
 * @throws UserError that names the invalid variable
 */
export function readScriptSettings(
  env: Readonly<Record<string, string | undefined>>,
): ScriptSettings {
  const present = Object.entries(env).filter(([, value]) => value?.trim() !== '');
  const parsed = schema.safeParse(Object.fromEntries(present));
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new UserError(`${issue?.path.join('.') ?? 'The environment'}: ${issue?.message ?? ''}`);
  }
  const { data } = parsed;
  return {
    python: data.SERVICE_PYTHON?.trim() ?? null,
    pythonFolder: path.join(extrasFolder(env), 'python'),
    extrasFolder: extrasFolder(env),
    searchPath: data.PATH,
    executesRuns: data.SERVICE_EXECUTOR === 'local',
    minIsolation: data.SERVICE_SCRIPT_MIN_ISOLATION,
    maxSeconds: data.SERVICE_SCRIPT_MAX_SECONDS,
    maxMemoryBytes: data.SERVICE_SCRIPT_MAX_MEMORY_MB * MEBIBYTE,
  };
}
