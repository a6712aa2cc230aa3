import express, { type RequestHandler } from 'express';
import { primeValidator } from './prime-validator.ts';

it('a validator is primed by a request that passes all of its handlers, also when one refuses it', async () => {
  const seen: string[] = [];
  const handler =
    (name: string, error?: Error): RequestHandler =>
    (request, _response, next) => {
      seen.push(`${name} ${request.method} ${request.originalUrl}`);
      next(error);
    };
  const handlers = [handler('first'), handler('second', new Error('refused')), handler('third')];
  await primeValidator(handlers, express(), '/api/flows/first/runs');
  expect(seen).toEqual(
    ['first', 'second', 'third'].map((name) => `${name} POST /api/flows/first/runs`),
  );
});
