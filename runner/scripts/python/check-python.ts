import { execFile } from 'node:child_process';
import { WORKER } from './python-script.ts';

/** A syntax error of a script. */
export interface SyntaxProblem {
  /** From 1 on; null when the parser names none. */
  readonly line: number | null;
  readonly message: string;
}

const CHECK_MS = 10_000;

/** Nesting that is deep enough ends the parser of Python. */
const UNPARSABLE: SyntaxProblem = { line: null, message: 'Python cannot parse it' };

/** Parses scripts without executing them. @returns the error of each, or null */
export async function checkPython(
  executable: string,
  scripts: readonly string[],
): Promise<readonly (SyntaxProblem | null)[]> {
  const found = await parse(executable, scripts);
  if (found !== null) return found;
  if (scripts.length === 1) return [UNPARSABLE];
  const each = scripts.map(async (script) => await checkPython(executable, [script]));
  return (await Promise.all(each)).flat();
}

/** @returns null when the process of the parser failed */
async function parse(
  executable: string,
  scripts: readonly string[],
): Promise<readonly (SyntaxProblem | null)[] | null> {
  return await new Promise((resolve) => {
    const child = execFile(
      executable,
      ['-I', '-S', WORKER, '--check'],
      { timeout: CHECK_MS, env: {} },
      (error, output) => {
        resolve(error === null ? (JSON.parse(output) as (SyntaxProblem | null)[]) : null);
      },
    );
    child.stdin?.on('error', () => undefined).end(JSON.stringify(scripts));
  });
}
