import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isProcessAlive } from '../../runner/domain/process-alive.ts';

const POLL_MS = 20;
/** A guard stops its server without delay, so the server is still alive then only if the guard was killed too. */
const INTERRUPT_AFTER_MS = 500;
const QUIT_AFTER_MS = 5_000;
const GIVE_UP_AFTER_MS = 15_000;

/** The process that started the server of this data folder is alive. */
export class DatabaseInUseError extends Error {
  override readonly name = 'DatabaseInUseError';

  constructor(dataFolder: string, user: string) {
    super(
      `The database in ${dataFolder} is in use by ${user}; end it, or name another folder by --data-dir or SERVICE_DATA_DIR.`,
    );
  }
}

/**
 * Stops a server that a killed process has orphaned. It sees only the processes of its own container;
 * only the lock shows whether another container uses the folder.
 * @param ownerFile names the process that last started a server here
 * @throws DatabaseInUseError when the process that started the running server is alive
 */
export async function endStaleServer(dataFolder: string, ownerFile: string): Promise<void> {
  const server = serverPid(pidFile(dataFolder));
  if (server === null || !isServerOf(server, dataFolder)) return;
  const owner = ownerPid(ownerFile);
  if (owner !== null && owner !== process.pid && isProcessAlive(owner)) {
    throw new DatabaseInUseError(dataFolder, `process ${owner}`);
  }
  await endServer(server, dataFolder);
}

/** Names the likely user of the files, for an error message. */
export function likelyUser(ownerFile: string): string {
  const owner = ownerPid(ownerFile);
  const elsewhere = 'a service in another container or on another machine';
  const isHere = owner !== null && owner !== process.pid && isProcessAlive(owner);
  return isHere ? `process ${owner} or ${elsewhere}` : elsewhere;
}

/** Removes the stale pid file of a server that has exited. The caller holds the lock of the folder. */
export function removeStaleFile(dataFolder: string): void {
  rmSync(pidFile(dataFolder), { force: true });
}

function pidFile(dataFolder: string): string {
  return path.join(dataFolder, 'postmaster.pid');
}

async function endServer(server: number, dataFolder: string): Promise<void> {
  const started = performance.now();
  const signals: [number, NodeJS.Signals][] = [
    [INTERRUPT_AFTER_MS, 'SIGINT'],
    [QUIT_AFTER_MS, 'SIGQUIT'],
  ];
  while (isServerOf(server, dataFolder)) {
    const waited = performance.now() - started;
    if (waited > GIVE_UP_AFTER_MS) {
      throw new Error(
        `The orphaned database server of ${dataFolder} (process ${server}) does not stop; kill it and start again`,
      );
    }
    if (signals[0] && waited > signals[0][0]) process.kill(server, signals.shift()?.[1]);
    await sleep(POLL_MS);
  }
}

function serverPid(lock: string): number | null {
  return existsSync(lock) ? toPid(readFileSync(lock, 'utf8').split('\n')[0]) : null;
}

function ownerPid(ownerFile: string): number | null {
  return existsSync(ownerFile) ? toPid(readFileSync(ownerFile, 'utf8')) : null;
}

function toPid(text: string | undefined): number | null {
  const pid = Number(text);
  return Number.isSafeInteger(pid) && pid > 1 ? pid : null;
}

/** The system reuses process ids, so a live one counts only when its command line names the folder. */
function isServerOf(pid: number, dataFolder: string): boolean {
  return isProcessAlive(pid) && commandLine(pid).includes(dataFolder);
}

function commandLine(pid: number): string {
  try {
    return process.platform === 'linux'
      ? readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
      : execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
  } catch {
    return '';
  }
}
