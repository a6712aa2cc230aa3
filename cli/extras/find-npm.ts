import { realpathSync } from 'node:fs';
import path from 'node:path';
import { UserError } from '../../runner/domain/errors.ts';

/**
 * Returns the path of npm's program: the npm that runs this command, else the first on the PATH.
 * @throws UserError when there is none
 */
export function findNpm(env: NodeJS.ProcessEnv): string {
  if (env.npm_execpath !== undefined) return env.npm_execpath;
  for (const folder of (env.PATH ?? '').split(path.delimiter)) {
    const program = realPath(path.join(folder, 'npm'));
    // On the PATH, npm is a link to its JavaScript.
    if (program?.endsWith('.js') === true) return program;
  }
  throw new UserError('npm is not on the PATH. Run the command through it: npx millrace setup …');
}

function realPath(file: string): string | null {
  try {
    return realpathSync(file);
  } catch {
    return null;
  }
}
