import { pythonEnvironment } from '../support/python-environment.ts';
import { skipSuite } from '../support/skips.ts';

/**
 * Returns the interpreter for exported scripts, or null and reports the skipped suite. Without it the tests
 * compare only the engines.
 */
export async function parityPython(): Promise<string | null> {
  const given = process.env.MILLRACE_PYTHON;
  if (given !== undefined) return given;
  const environment = await pythonEnvironment();
  if (environment.kind === 'ready') return environment.python;
  skipSuite('parity of exported scripts', environment.reason);
  return null;
}
