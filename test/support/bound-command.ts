import { spawnSync } from 'node:child_process';

/** A program with its arguments. */
export interface Command {
  readonly file: string;
  readonly args: readonly string[];
}

let hasSetpriv: boolean | null = null;

/**
 * Wraps a command so that the kernel kills the program when the process that spawns it dies, also by
 * SIGKILL: servers of a killed Jest run would go on otherwise. Only on Linux with util-linux; elsewhere
 * the command stays as it is.
 */
export function boundCommand(file: string, args: readonly string[]): Command {
  hasSetpriv ??=
    process.platform === 'linux' &&
    spawnSync('setpriv', ['--pdeathsig', 'KILL', 'true']).status === 0;
  return hasSetpriv
    ? { file: 'setpriv', args: ['--pdeathsig', 'KILL', '--', file, ...args] }
    : { file, args };
}
