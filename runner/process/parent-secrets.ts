import { z } from 'zod';
import { UserError } from '../domain/errors.ts';
import type { FoundSecret, ReadSecret } from '../domain/named-secret.ts';
import type { SecretAnswer } from '../domain/runner-job.ts';
import type { JobChannel } from './job-channel.ts';

/** A keyring that is locked may ask a person. The parent itself answers later only if its event loop is blocked. */
const ANSWER_MS = 30_000;

const answer = z.object({
  secretRequest: z.number(),
  found: z.union([z.object({ value: z.string() }), z.object({ missing: z.string() })]),
});

/** Whether a message of the parent answers the request for a secret. */
export function isAnswer(message: unknown): message is SecretAnswer {
  return answer.safeParse(message).success;
}

/** @returns a reader of the secrets that the parent process allows @throws UserError without an answer */
export function parentSecrets(channel: JobChannel): ReadSecret {
  const waiting = new Map<number, (found: FoundSecret) => void>();
  let requests = 0;
  channel.onMessage((message) => {
    if (isAnswer(message)) waiting.get(message.secretRequest)?.(message.found);
  });
  return async (secret) => {
    const { promise, resolve, reject } = Promise.withResolvers<FoundSecret>();
    const timer = setTimeout(() => {
      reject(new UserError('The service did not answer in time. Try again.'));
    }, ANSWER_MS);
    const request = (requests += 1);
    waiting.set(request, resolve);
    channel.send({ type: 'secret', request, secret });
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      waiting.delete(request);
    }
  };
}
