import type { Express, Request, RequestHandler, Response } from 'express';

/** The handlers answer nothing. */
const RESPONSE = {} as unknown as Response;

/**
 * Passes a request with an empty body through the handlers that validate requests, which compile their schemas when the
 * first one comes. It does not matter whether they refuse it.
 * @param path of a route whose body has the type JSON
 * @throws Error of a handler, but for a refusal
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
    await new Promise<void>((resolve, reject) => {
      const next = (error?: unknown): void => {
        if (error === undefined || isRefusal(error)) resolve();
        else reject(new Error('The validator failed', { cause: error }));
      };
      Promise.resolve(handler(request, RESPONSE, next)).catch(reject);
    });
  }
}

function isRefusal(error: unknown): boolean {
  const { status } = error as { readonly status?: unknown };
  return typeof status === 'number' && status < 500;
}
