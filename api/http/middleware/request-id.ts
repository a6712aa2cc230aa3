import type { RequestHandler } from 'express';

const HARMLESS = /^[\w.:/+=@-]{1,128}$/;

/** Takes the caller's `X-Request-Id` or makes one, and echoes it; `response.locals.requestId` holds it. */
export function requestId(newId: () => string): RequestHandler {
  return (request, response, next) => {
    const given = request.get('x-request-id');
    const id = given !== undefined && HARMLESS.test(given) ? given : newId();
    response.locals.requestId = id;
    response.setHeader('X-Request-Id', id);
    next();
  };
}
