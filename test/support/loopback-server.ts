import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../../prisma/embedded/free-port.ts';
import { boundCommand } from './bound-command.ts';

const READY_WITHIN_MS = 60_000;

/** A program that listens on a port of loopback. */
export interface LoopbackProgram {
  /** For messages and the name of its folder. */
  readonly name: string;
  readonly binary: string;
  /** @param folder an empty folder for its data, removed when it stops */
  readonly args: (port: number, folder: string) => readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

export interface LoopbackServer {
  readonly port: number;
  readonly stop: () => Promise<void>;
}

/** Starts a program and waits until it accepts connections. @throws Error with what it printed when it does not */
export async function startLoopbackServer(program: LoopbackProgram): Promise<LoopbackServer> {
  const { name, binary, env = {} } = program;
  const folder = await mkdtemp(path.join(os.tmpdir(), `millrace-${name}-`));
  const port = await freePort();
  const { file, args } = boundCommand(binary, program.args(port, folder));
  const child = spawn(file, args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, ...env },
  });
  await accepting(name, port, child);
  return {
    port,
    stop: async () => {
      if (child.exitCode === null && child.kill('SIGTERM')) await once(child, 'exit');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function accepting(name: string, port: number, child: ChildProcess): Promise<void> {
  let complaint = '';
  child.stderr?.on(
    'data',
    (chunk: Buffer) => (complaint = (complaint + chunk.toString()).slice(-2000)),
  );
  const deadline = Date.now() + READY_WITHIN_MS;
  while (Date.now() < deadline && child.exitCode === null) {
    if (await connects(port)) return;
    await wait(25);
  }
  child.kill('SIGKILL');
  throw new Error(`The ${name} server did not start: ${complaint}`);
}

async function connects(port: number): Promise<boolean> {
  const socket = net.connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
