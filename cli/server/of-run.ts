import { UserError } from '../../runner/domain/errors.ts';
import { AnswerError } from './server-error.ts';

/**
 * What a service answers about a run that the caller named.
 * @throws UserError that says how to find the runs when there is none of that id
 */
export async function ofRun<T>(id: string, answer: Promise<T>): Promise<T> {
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
