import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import {
  permittedSandbox,
  sandboxCommand,
  type FileAccess,
  type Sandbox,
} from './sandbox/sandbox.ts';

const run = promisify(execFile);

/** What a script may reach: connections, files of the service's user, and other processes of that user. */
export const REACHES = ['network', 'files', 'processes'] as const;
export type Reach = (typeof REACHES)[number];

/**
 * `full`: a script reaches none of them · `partial`: some · `flags-only`: all, so that only the flags of its
 * interpreter and the bounds on time and memory confine it.
 */
export const ISOLATION_LEVELS = ['full', 'partial', 'flags-only'] as const;
export type IsolationLevel = (typeof ISOLATION_LEVELS)[number];

/** How the system confines scripts besides their bounds. */
export interface Isolation {
  readonly level: IsolationLevel;
  /** What a script can reach. */
  readonly open: readonly Reach[];
  /** Returns the program and arguments that precede those of a script. */
  readonly command: (access: FileAccess) => readonly string[];
}

/** Namespaces of a process, the strictest first. `processes`: it has no network and sees no other processes. */
const NETWORK = ['unshare', '--user', '--map-root-user', '--net'];
const NAMESPACES: readonly Namespaces[] = [
  {
    closed: ['network', 'processes'],
    // The first process of the namespace executes the script: when it ends, the kernel kills all others.
    command: [...NETWORK, '--pid', '--fork', '--kill-child=SIGKILL', '--mount-proc'],
  },
  { closed: ['network'], command: NETWORK },
];
const NO_NAMESPACES: Namespaces = { closed: [], command: [] };
const PROBE_MS = 5000;

interface Namespaces {
  readonly closed: readonly Reach[];
  readonly command: readonly string[];
}

let found: Promise<Isolation> | undefined;

/** Returns the strictest isolation that the system permits this process. It is determined once. */
export function permittedIsolation(): Promise<Isolation> {
  found ??= permittedNamespaces().then(async (namespaces) =>
    isolationOf(namespaces, await permittedSandbox(namespaces.command)),
  );
  return found;
}

/** Returns the isolation without namespaces, as in most pods. */
export async function isolationWithoutNamespaces(): Promise<Isolation> {
  return isolationOf(NO_NAMESPACES, await permittedSandbox());
}

/** A sentence that says what the system does not forbid scripts. */
export function describeIsolation({ level, open }: Pick<Isolation, 'level' | 'open'>): string {
  if (level === 'full') return 'Scripts reach no network, no other files and no other processes.';
  const reached = open.map((reach) => PHRASES[reach]).join(' and ');
  return `This system does not keep scripts from ${reached}. Full isolation needs Linux 5.13 or newer with Landlock and seccomp, on x64 or arm64.`;
}

/** Returns why scripts are refused here, or null: the system confines them at least as the settings demand. */
export async function isolationProblem(minimum: IsolationLevel): Promise<string | null> {
  if (minimum === 'flags-only') return null;
  const isolation = await permittedIsolation();
  const isEnough = ISOLATION_LEVELS.indexOf(isolation.level) <= ISOLATION_LEVELS.indexOf(minimum);
  if (isEnough) return null;
  return `Scripts need the isolation ${minimum} here (SERVICE_SCRIPT_MIN_ISOLATION). ${describeIsolation(isolation)}`;
}

const PHRASES: Readonly<Record<Reach, string>> = {
  network: 'the network',
  files: 'the files that the user of the service can read (JavaScript reads only its own)',
  processes: 'other processes of that user',
};

function isolationOf({ closed, command }: Namespaces, sandbox: Sandbox): Isolation {
  const bySandbox: Readonly<Record<Reach, boolean>> = {
    network: sandbox.seccomp !== null,
    files: sandbox.landlock > 0,
    // Landlock hides what /proc shows of them.
    processes: sandbox.seccomp !== null && sandbox.landlock > 0,
  };
  const open = REACHES.filter((reach) => !bySandbox[reach] && !closed.includes(reach));
  return {
    level: levelOf(open),
    open,
    command: (access) => [...command, ...sandboxCommand(sandbox, access)],
  };
}

function levelOf({ length }: readonly Reach[]): IsolationLevel {
  if (length === 0) return 'full';
  return length === REACHES.length ? 'flags-only' : 'partial';
}

async function permittedNamespaces(): Promise<Namespaces> {
  for (const namespaces of NAMESPACES) {
    const [program = '', ...args] = namespaces.command;
    try {
      await run(program, [...args, 'true'], { timeout: PROBE_MS });
      return namespaces;
    } catch {
      // Not permitted here, or not Linux.
    }
  }
  return NO_NAMESPACES;
}
