import { execFile, execFileSync } from 'node:child_process';
import { promisify } from 'node:util';

/**
 * Runs a command to its end and returns its standard output.
 * @throws Error with the command's standard error when the command fails
 */
export function sh(command: string, ...args: readonly string[]): string {
  try {
    return execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  } catch (error) {
    throw commandError(command, args, error);
  }
}

/** Like `sh`, without blocking the process. */
export async function shAsync(command: string, ...args: readonly string[]): Promise<string> {
  try {
    return (await promisify(execFile)(command, args, { encoding: 'utf8' })).stdout;
  } catch (error) {
    throw commandError(command, args, error);
  }
}

/** Like `sh`, but ignores failures: for removing what may not exist. */
export function tryShell(command: string, ...args: readonly string[]): void {
  try {
    sh(command, ...args);
  } catch {
    return;
  }
}

function commandError(command: string, args: readonly string[], error: unknown): Error {
  const stderr = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : '';
  return new Error(`${command} ${args.join(' ')} failed: ${stderr || String(error)}`);
}
