import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Raises the limits as far as they go, then becomes the command that follows. */
const PERMIT = 'ulimit -H -c unlimited 2>/dev/null; ulimit -S -c "$(ulimit -H -c)"; exec "$@"';

/** The program and the first arguments that start a command as on a machine that writes core dumps. */
export const PERMITTING_CORE_DUMPS = ['sh', '-c', PERMIT, 'sh'] as const;

/** The limits, soft and hard, of a process that can write none. */
export const NO_CORE_DUMPS = ['0', '0'] as const;

/** Why no process can be permitted to write core dumps here, so that forbidding them shows nothing; null: it can. */
export function lackForCoreDumps(): string | null {
  if (process.platform !== 'linux') return 'the limits of a process are in /proc, which Linux has';
  const [shell, ...args] = PERMITTING_CORE_DUMPS;
  const { stdout } = spawnSync(shell, [...args, 'sh', '-c', 'ulimit -H -c'], { encoding: 'utf8' });
  return stdout.trim() === '0'
    ? 'this machine permits none: raise the hard limit (ulimit -H -c)'
    : null;
}

/** The limits, soft and hard, of the core dumps of a process. */
export function coreLimitsOf(pid: number | 'self'): readonly string[] {
  const limits = readFileSync(`/proc/${pid}/limits`, 'utf8');
  return /^Max core file size +(\S+) +(\S+)/m.exec(limits)?.slice(1) ?? [];
}
