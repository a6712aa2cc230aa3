import { spawn } from 'node:child_process';
import { openSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { shareCpu } from './cpu-shares.ts';
import { NAMESPACE } from './network.ts';
import { recordPart } from './parts.ts';

/** A long-running part of the cluster. */
export interface Daemon {
  readonly name: string;
  readonly pid: number;
  readonly log: string;
}

/**
 * Starts a program inside the cluster's network namespace, with its output in a log file, and records
 * it as a part of the cluster. It outlives this process: `npm run cluster` leaves it running.
 * Uses nsenter because `ip netns exec` remounts /sys and hides the cgroups from runc.
 */
export function startDaemon(folder: string, name: string, command: readonly string[]): Daemon {
  const log = path.join(folder, `${name}.log`);
  const output = openSync(log, 'a');
  const child = spawn('nsenter', [`--net=/run/netns/${NAMESPACE}`, ...command], {
    detached: true,
    stdio: ['ignore', output, output],
  });
  child.unref();
  if (child.pid === undefined)
    throw new Error(`Starting ${name} failed: install nsenter (package util-linux)`);
  recordPart(folder, { name, pid: child.pid, command });
  shareCpu(name, child.pid);
  return { name, pid: child.pid, log };
}

/** Terminates a daemon, kills it after five seconds, and waits until its process has ended. */
export async function stopDaemon(daemon: Pick<Daemon, 'pid'>): Promise<void> {
  for (const [signal, seconds] of [
    ['SIGTERM', 5],
    ['SIGKILL', 5],
  ] as const) {
    if (!sendSignal(daemon.pid, signal)) return;
    for (let tries = 0; tries < seconds * 20 && isAlive(daemon.pid); tries++) await delay(50);
  }
}

export function isAlive(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

function sendSignal(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return isAlive(pid) && process.kill(pid, signal);
  } catch {
    return false;
  }
}

/**
 * Waits until a condition holds.
 * @throws Error with the end of the daemon's log after the deadline, or as soon as the daemon ends
 */
export async function until(
  what: string,
  holds: () => boolean | Promise<boolean>,
  options: { readonly daemon?: Daemon; readonly seconds?: number } = {},
): Promise<void> {
  const deadline = Date.now() + (options.seconds ?? 180) * 1000;
  while (Date.now() < deadline) {
    if (await holds()) return;
    if (options.daemon !== undefined && !isAlive(options.daemon.pid)) break;
    await delay(50);
  }
  const log = options.daemon === undefined ? '' : `\n${tail(options.daemon.log)}`;
  throw new Error(`Timed out waiting for ${what}${log}`);
}

function tail(log: string): string {
  return readFileSync(log, 'utf8').split('\n').slice(-25).join('\n');
}
