import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { filePolicy, SCOPES_SINCE, TRUNCATION_SINCE } from './landlock.ts';
import type { SandboxPolicy } from './policy.ts';
import { callPolicy } from './seccomp.ts';
import { ARCHITECTURES, type Architecture } from './system-calls.ts';

const run = promisify(execFile);

/** The means by which a system lets an unprivileged process confine itself. */
export interface Sandbox {
  /** The version of Landlock, which confines files; 0: none. */
  readonly landlock: number;
  /** For which processor seccomp filters system calls; null: it does not. */
  readonly seccomp: Architecture | null;
}

/** What a program may access besides what programs of the system read. */
export interface FileAccess {
  /** Files and folders, which it may execute too. */
  readonly reads: readonly string[];
  /** Folders. */
  readonly writes: readonly string[];
}

export const NO_SANDBOX: Sandbox = { landlock: 0, seccomp: null };

const LAUNCHER = path.join(import.meta.dirname, 'launcher.mjs');
const LAUNCH = [process.execPath, '--no-warnings', LAUNCHER] as const;
const PROBE_MS = 10_000;
/** It starts only where the confinement works. */
const PROBE_PROGRAM = ['/bin/sh', '-c', 'exit 0'];

/** Returns the program and arguments that confine the program after them. */
export function sandboxCommand(sandbox: Sandbox, access: FileAccess): readonly string[] {
  const { landlock, seccomp } = sandbox;
  if (landlock === 0 && seccomp === null) return [];
  const confined = {
    signals: landlock >= SCOPES_SINCE,
    truncation: landlock >= TRUNCATION_SINCE,
  };
  const policy: SandboxPolicy = {
    files: landlock === 0 ? null : filePolicy(landlock, access),
    calls: seccomp === null ? null : callPolicy(seccomp, confined),
  };
  return [...LAUNCH, JSON.stringify(policy)];
}

/**
 * Finds the means that this system permits, by starting a program with them: all, else one of them, else none.
 * The launcher needs an optional package and Linux.
 * @param command a program and its arguments that execute the launcher, such as those of a namespace
 */
export async function permittedSandbox(command: readonly string[] = []): Promise<Sandbox> {
  if (process.platform !== 'linux') return NO_SANDBOX;
  const landlock = await landlockVersion();
  const seccomp = ARCHITECTURES.find((name) => name === process.arch) ?? null;
  const candidates = [
    { landlock, seccomp },
    { landlock, seccomp: null },
    { landlock: 0, seccomp },
  ];
  for (const sandbox of candidates) {
    const launch = sandboxCommand(sandbox, { reads: [], writes: [] });
    if (launch.length > 0 && (await succeeds([...command, ...launch, ...PROBE_PROGRAM]))) {
      return sandbox;
    }
  }
  return NO_SANDBOX;
}

async function landlockVersion(): Promise<number> {
  const [node, ...args] = LAUNCH;
  try {
    return Number((await run(node, [...args, 'version'], { timeout: PROBE_MS })).stdout);
  } catch {
    return 0;
  }
}

async function succeeds([program = '', ...args]: readonly string[]): Promise<boolean> {
  try {
    await run(program, args, { timeout: PROBE_MS });
    return true;
  } catch {
    return false;
  }
}
