import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** What the system forbids a script besides its bounds. */
export interface Isolation {
  /**
   * `processes`: no network, and no view of other processes · `network`: no network · `none`: neither, since
   * the system permits no namespaces.
   */
  readonly level: 'processes' | 'network' | 'none';
  /** The program and arguments that precede those of the script. */
  readonly command: readonly string[];
}

const NETWORK = ['unshare', '--user', '--map-root-user', '--net'];

/** The strictest first. */
const LEVELS: readonly Isolation[] = [
  {
    level: 'processes',
    // The first process of the namespace executes the script: when it ends, the kernel kills all others.
    command: [...NETWORK, '--pid', '--fork', '--kill-child=SIGKILL', '--mount-proc'],
  },
  { level: 'network', command: NETWORK },
];
const NONE: Isolation = { level: 'none', command: [] };
const PROBE_MS = 5000;

let found: Promise<Isolation> | undefined;

/** Returns the strictest isolation that the system permits this process. It is determined once. */
export function permittedIsolation(): Promise<Isolation> {
  found ??= probe();
  return found;
}

async function probe(): Promise<Isolation> {
  for (const isolation of LEVELS) {
    const [program = '', ...args] = isolation.command;
    try {
      await run(program, [...args, 'true'], { timeout: PROBE_MS });
      return isolation;
    } catch {
      // Not permitted here, or not Linux.
    }
  }
  return NONE;
}
