import { UserError } from '../../runner/domain/errors.ts';
import { AnswerError } from './server-error.ts';

/**
 * Awaits a response about a run.
 * @throws UserError with advice when the run does not exist
 */
export async function requireRun<T>(id: string, answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    const isMissing = error instanceof AnswerError && error.message.startsWith('FlowRun ');
    if (!isMissing || error.status !== 404) throw error;
    throw new UserError(`There is no run "${id}" on the server. Its runs: millrace runs`, {
      cause: error,
    });
  }
}
