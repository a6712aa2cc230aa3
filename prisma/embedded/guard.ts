import { spawn, type ChildProcess } from 'node:child_process';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { ServerAccount } from './account.ts';

export interface GuardedServer {
  readonly account: ServerAccount;
  /** A permanent file. Its lock is held until the last process of the server has exited. */
  readonly lockFile: string;
  /** The server's program and its arguments. */
  readonly command: readonly string[];
  /** The file descriptor for its output. */
  readonly log: number;
}

/*
 * Locks the file, reports the outcome on descriptor 3, waits for a line on standard input, and runs the
 * server as a child. NFS grants an exclusive lock only on a file that is open for writing. Then the guard
 * waits for the end of standard input: that pipe closes when this process closes it, and also when SIGKILL
 * ends this process, so the server soon stops too. SIGINT is PostgreSQL's fast shutdown. The server
 * inherits descriptor 8 and with it the lock, which, unlike a process id, is valid across containers.
 * Without flock, as on macOS, and on file systems without locks, only the process ids are checked.
 */
const SCRIPT = `
exec 8<>"$1" 9<&0
shift
if ! command -v flock >/dev/null; then outcome=missing
elif message=$(flock -x 8 2>&1); then outcome=locked
else outcome="unlocked $message"
fi
printf '%s\\n' "$outcome" >&3
exec 3>&-
read -r start <&9 || exit 0
"$@" 9<&- &
server=$!
trap 'kill -INT "$server"' INT TERM HUP
(trap - INT TERM HUP; read -r line; kill -INT "$server") <&9 9<&- >/dev/null 2>&1 &
watch=$!
code=0
while kill -0 "$server" 2>/dev/null; do wait "$server"; code=$?; done
kill "$watch" 2>/dev/null
exit "$code"
`;

const FAST_SHUTDOWN_MS = 2_000;

/** The outcome of the request for the lock. */
export type LockOutcome =
  | { readonly state: 'locked' }
  /** This machine has no program that locks. */
  | { readonly state: 'missing' }
  /** The file system rejects the lock. @property message the error message of flock */
  | { readonly state: 'unlocked'; readonly message: string };

/** Runs a server that stops when this process exits, also when it is killed. */
export class Guard {
  /** Settles when the server has exited, or could not be started. */
  readonly exited: Promise<void>;
  readonly #process: ChildProcess;
  #spawnError: Error | null = null;

  /**
   * Requests the lock; `start` starts the server. The guard gets a session of its own, so that Ctrl-C
   * reaches only this process, which decides when the server stops.
   */
  constructor({ account, lockFile, command, log }: GuardedServer) {
    const shell = ['-c', SCRIPT, 'sh', lockFile, ...command];
    const { file, args, ...as } = account.command('/bin/sh', shell);
    const stdio = ['pipe', log, log, 'pipe'] as const;
    this.#process = spawn(file, args, { ...as, cwd: '/', detached: true, stdio: [...stdio] });
    const { stdin } = this.#process;
    // The guard has exited by itself, which `exited` reports.
    stdin?.on('error', () => undefined);
    const ended = Promise.withResolvers<undefined>();
    this.exited = ended.promise;
    this.#process.once('exit', () => {
      ended.resolve(undefined);
    });
    this.#process.once('error', (error) => {
      this.#spawnError = error;
      ended.resolve(undefined);
    });
  }

  /** Why the guard could not be started, or null. */
  get spawnError(): Error | null {
    return this.#spawnError;
  }

  get hasEnded(): boolean {
    const { pid, exitCode, signalCode } = this.#process;
    return pid === undefined || exitCode !== null || signalCode !== null;
  }

  /** @returns null when another process still holds the lock after `withinMs`, or the guard has exited */
  async lock(withinMs: number): Promise<LockOutcome | null> {
    const said = this.#process.stdio[3] as Readable;
    const timeout = Promise.withResolvers<null>();
    const timer = setTimeout(() => {
      timeout.resolve(null);
    }, withinMs);
    try {
      const outcome = text(said).then(async (line) => {
        const known = lockOutcome(line);
        // It exited without an outcome: `hasEnded` must be true when this settles.
        if (known === null) await this.exited;
        return known;
      });
      return await Promise.race([outcome, this.exited.then(() => null), timeout.promise]);
    } finally {
      clearTimeout(timer);
      said.destroy();
    }
  }

  /** Starts the server. */
  start(): void {
    this.#process.stdin?.write('start\n');
  }

  /** Stops the server within three seconds, or stops waiting for the lock. */
  async stop(): Promise<void> {
    if (this.hasEnded) return;
    this.#process.stdin?.end();
    const timer = setTimeout(() => {
      this.kill();
    }, FAST_SHUTDOWN_MS);
    await this.exited;
    clearTimeout(timer);
  }

  /** Kills all processes of the session. PostgreSQL recovers at its next start. */
  kill(): void {
    const { pid } = this.#process;
    if (pid !== undefined && !this.hasEnded) process.kill(-pid, 'SIGKILL');
  }
}

/** @returns null when the guard has exited without an outcome */
function lockOutcome(said: string): LockOutcome | null {
  const [, state, message = ''] = /^(locked|missing|unlocked) ?([^]*)$/.exec(said.trim()) ?? [];
  if (state === undefined) return null;
  return state === 'locked' || state === 'missing' ? { state } : { state: 'unlocked', message };
}
