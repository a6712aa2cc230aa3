import type { RequestHandler } from 'express';

/** Text that is safe in logs and headers. */
const VALID_ID = /^[\w.:/+=@-]{1,128}$/;

/** Sets `response.locals.requestId` to the caller's `X-Request-Id` or a new id, and returns it in the response. */
export function requestId(newId: () => string): RequestHandler {
  return (request, response, next) => {
    const given = request.get('x-request-id');
    const id = given !== undefined && VALID_ID.test(given) ? given : newId();
    response.locals.requestId = id;
    response.setHeader('X-Request-Id', id);
    next();
  };
}
