import type { ConnectionFields } from '../../../runner/domain/connection.ts';
import type { AnswerWarning } from '../../openapi/warnings.ts';
import { optionWarnings } from './option-warnings.ts';
import { secretWarnings, type SecretWarningDeps } from './secret-warnings.ts';

/** What the author of a connection should know, though it can be saved. */
export async function connectionWarnings(
  connection: ConnectionFields,
  deps: SecretWarningDeps,
): Promise<AnswerWarning[]> {
  return [...optionWarnings(connection), ...(await secretWarnings(connection.secret, deps))];
}
