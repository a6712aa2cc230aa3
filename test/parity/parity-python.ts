import { pythonEnvironment } from '../support/python-environment.ts';
import { skipSuite } from '../support/skips.ts';

/**
 * The interpreter that exported scripts are proven with. Null when there is none: that is said
 * aloud, and only the engines are compared.
 */
export async function parityPython(): Promise<string | null> {
  const given = process.env.MILLRACE_PYTHON;
  if (given !== undefined) return given;
  const environment = await pythonEnvironment();
  if (environment.kind === 'ready') return environment.python;
  skipSuite('parity of exported scripts', environment.reason);
  return null;
}
