import type { Express, Request, RequestHandler, Response } from 'express';

/** The handlers answer nothing. */
const RESPONSE = {} as unknown as Response;

/**
 * Passes a request with an empty body through the handlers that validate requests, which compile their schemas when the
 * first one comes. It does not matter whether they refuse it.
 * @param path of a route whose body has the type JSON
 */
export async function primeValidator(
  handlers: readonly RequestHandler[],
  app: Express,
  path: string,
): Promise<void> {
  const request = {
    app,
    method: 'POST',
    path,
    url: path,
    originalUrl: path,
    baseUrl: '',
    headers: { 'content-type': 'application/json' },
    query: {},
    params: {},
    body: {},
  } as unknown as Request;
  for (const handler of handlers) {
    await new Promise<void>((resolve) => {
      void handler(request, RESPONSE, () => {
        resolve();
      });
    });
  }
}
