import { execFileSync } from 'node:child_process';

/**
 * Runs a command to its end and gives its standard output.
 * @throws Error with the command's standard error when it fails
 */
export function sh(command: string, ...args: readonly string[]): string {
  try {
    return execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  } catch (error) {
    const complaint = error instanceof Error && 'stderr' in error ? String(error.stderr) : '';
    throw new Error(`${command} ${args.join(' ')} failed: ${complaint.trim() || String(error)}`);
  }
}

/** As `sh`, but a failure is not worth a word: for cleaning up what may not be there. */
export function tryShell(command: string, ...args: readonly string[]): void {
  try {
    sh(command, ...args);
  } catch {
    return;
  }
}
