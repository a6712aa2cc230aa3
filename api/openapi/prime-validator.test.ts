import express, { type RequestHandler } from 'express';
import { primeValidator } from './prime-validator.ts';

const PATH = '/api/flows/first/runs';

function handlersOf(error?: Error): { handlers: RequestHandler[]; seen: string[] } {
  const seen: string[] = [];
  const handler =
    (name: string, failure?: Error): RequestHandler =>
    (request, _response, next) => {
      seen.push(`${name} ${request.method} ${request.originalUrl}`);
      next(failure);
    };
  return { handlers: [handler('first'), handler('second', error), handler('third')], seen };
}

it('a validator is primed by a request that passes all of its handlers, also when one refuses it', async () => {
  const { handlers, seen } = handlersOf(Object.assign(new Error('refused'), { status: 400 }));
  await primeValidator(handlers, express(), PATH);
  expect(seen).toEqual(['first', 'second', 'third'].map((name) => `${name} POST ${PATH}`));
});

it('a validator that fails is not primed', async () => {
  const { handlers } = handlersOf(new Error('The document is broken'));
  await expect(primeValidator(handlers, express(), PATH)).rejects.toMatchObject({
    cause: { message: 'The document is broken' },
  });
  const rejecting: RequestHandler = () => Promise.reject(new Error('no memory'));
  await expect(primeValidator([rejecting], express(), PATH)).rejects.toThrow('no memory');
});
