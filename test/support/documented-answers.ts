import type { Answer, ApiClient } from './api-client.ts';
import type { Document } from './answer-check.ts';

/** Rejects with an Error when the document of a service lacks the status or the shape of an answer. */
export type CheckAnswer = (
  method: string,
  at: string,
  answer: Pick<Answer, 'status' | 'body'>,
) => Promise<void>;

/**
 * Returns a client that validates every JSON answer against the service's own OpenAPI document.
 * Its calls throw an Error when the document lacks the status or the shape of an answer.
 * @param app `checkAnswer` validates where the schemas are compiled already; by default it is done here
 */
export async function withDocumentedAnswers(
  app: ApiClient & { readonly checkAnswer?: CheckAnswer },
): Promise<ApiClient> {
  const check = app.checkAnswer ?? (await ownCheck(app));
  const checked = async (method: string, at: string, sent: Promise<Answer>): Promise<Answer> => {
    const answer = await sent;
    if (typeof answer.body !== 'string') await check(method, at, answer);
    return answer;
  };
  return {
    url: app.url,
    call: (method, at, ...rest) => checked(method, at, app.call(method, at, ...rest)),
    upload: (at, ...rest) => checked('POST', at, app.upload(at, ...rest)),
  };
}

async function ownCheck(app: ApiClient): Promise<CheckAnswer> {
  const { answerCheck } = await import('./answer-check.ts');
  const check = answerCheck((await app.call('GET', '/openapi.json')).body as Document);
  // eslint-disable-next-line @typescript-eslint/require-await -- what it throws rejects
  return async (...request) => {
    check(...request);
  };
}
