import { pythonEnvironment } from '../support/python-environment.ts';
import { skipSuite } from '../support/skips.ts';

/**
 * The interpreter that runs exported scripts.
 * @returns null, and reports the skipped part, when there is none; only the engines are compared then
 */
export async function parityPython(): Promise<string | null> {
  const given = process.env.MILLRACE_PYTHON;
  if (given !== undefined) return given;
  const environment = await pythonEnvironment();
  if (environment.kind === 'ready') return environment.python;
  skipSuite('parity of exported scripts', environment.reason);
  return null;
}
