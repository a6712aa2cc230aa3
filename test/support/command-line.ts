import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';

/** The exit code and output of a command. */
export interface EndedCommand {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A running command. */
export interface RunningCommand {
  readonly child: ChildProcess;
  readonly ended: Promise<EndedCommand>;
}

export interface CommandOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** Standard input; empty by default. Null keeps it open. */
  readonly input?: string | null;
}

/** Starts `millrace …` in a new process, without the SERVICE_… variables of this process. */
export function startCommandLine(
  words: readonly string[],
  { env = {}, cwd, input = '' }: CommandOptions = {},
): RunningCommand {
  const main = path.resolve(import.meta.dirname, '../../cli/millrace.mjs');
  const child = spawn(process.execPath, [main, ...words], {
    cwd,
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, TMPDIR: process.env.TMPDIR, ...env },
  });
  // The command may exit before it has read everything.
  child.stdin.on('error', () => undefined);
  if (input !== null) child.stdin.end(input);
  const ended = Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]).then(
    ([stdout, stderr]) => ({ code: child.exitCode, stdout, stderr }),
  );
  return { child, ended };
}

/** Runs `millrace …` and waits for its exit. */
export async function commandLine(
  words: readonly string[],
  options?: CommandOptions,
): Promise<EndedCommand> {
  return await startCommandLine(words, options).ended;
}
