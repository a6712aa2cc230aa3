import { execFile } from 'node:child_process';
import { WORKER } from './python-script.ts';

/** A syntax error of a script. */
export interface SyntaxProblem {
  /** From 1 on; null when the parser names none. */
  readonly line: number | null;
  readonly message: string;
}

const CHECK_MS = 10_000;

/** Parses scripts without executing them. @returns the error of each, or null */
export async function checkPython(
  executable: string,
  scripts: readonly string[],
): Promise<readonly (SyntaxProblem | null)[]> {
  return await new Promise((resolve, reject) => {
    const child = execFile(
      executable,
      ['-I', '-S', WORKER, '--check'],
      { timeout: CHECK_MS, env: {} },
      (cause, output) => {
        if (cause !== null) reject(new Error('Python cannot parse scripts', { cause }));
        else resolve(JSON.parse(output) as (SyntaxProblem | null)[]);
      },
    );
    child.stdin?.on('error', () => undefined).end(JSON.stringify(scripts));
  });
}
