import { z } from 'zod';
import type { ReadVariable } from '../connectors/secrets/secret-variables.ts';
import { UserError } from '../domain/errors.ts';
import type { VariableAnswer } from '../domain/runner-job.ts';
import type { JobChannel } from './serve.ts';

/** The parent only reads its environment. It answers later only if its event loop is blocked. */
const ANSWER_MS = 30_000;

const answer = z.object({ variable: z.string(), value: z.string().nullable() });

/** Whether a message of the parent answers the request for a variable. */
export function isAnswer(message: unknown): message is VariableAnswer {
  return answer.safeParse(message).success;
}

/** @returns a reader of the variables that the parent process allows @throws UserError without an answer */
export function parentVariables(channel: JobChannel): ReadVariable {
  const waiting = new Map<string, ((value: string | null) => void)[]>();
  channel.onMessage((message) => {
    if (!isAnswer(message)) return;
    for (const settle of waiting.get(message.variable) ?? []) settle(message.value);
    waiting.delete(message.variable);
  });
  return async (name) => {
    const { promise, resolve, reject } = Promise.withResolvers<string | null>();
    const timer = setTimeout(() => {
      reject(new UserError('The service did not answer in time. Try again.'));
    }, ANSWER_MS);
    waiting.set(name, [...(waiting.get(name) ?? []), resolve]);
    channel.send({ type: 'variable', name });
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
    }
  };
}
