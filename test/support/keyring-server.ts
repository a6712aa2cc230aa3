import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';

/** A Secret Service on a message bus of its own, unlocked, with its files in a folder of its own. */
export interface KeyringServer {
  /** The variables by which a process finds it. */
  readonly env: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

/** Why there is none on this machine; null: there is. */
export function lackForKeyringServer(): string | null {
  const needed = { 'dbus-run-session': 'dbus-daemon', 'gnome-keyring-daemon': 'gnome-keyring' };
  const missing = Object.entries(needed)
    .filter(([program]) => spawnSync('sh', ['-c', `command -v ${program}`]).status !== 0)
    .map(([, debian]) => debian);
  return missing.length === 0 ? null : `Install the packages ${missing.join(' and ')}.`;
}

/** The shell reports the bus when the service answers there, and the bus ends with the shell. */
const START = `printf any | gnome-keyring-daemon --unlock --components=secrets >/dev/null &&
  echo "$DBUS_SESSION_BUS_ADDRESS" && exec cat >/dev/null`;

/** @throws Error with the output when it does not start */
export async function startKeyringServer(): Promise<KeyringServer> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'millrace-keyring-'));
  const child = spawn('dbus-run-session', ['--', 'sh', '-c', START], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, HOME: folder, XDG_RUNTIME_DIR: folder },
  });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
  const exited = once(child, 'close');
  for await (const address of createInterface({ input: child.stdout })) {
    return {
      env: { DBUS_SESSION_BUS_ADDRESS: address, HOME: folder },
      async close() {
        child.stdin.end();
        await exited;
        await rm(folder, { recursive: true, force: true, maxRetries: 5 });
      },
    };
  }
  throw new Error(`The keyring did not start: ${errors}`);
}
