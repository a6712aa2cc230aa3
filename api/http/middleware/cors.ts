import type { RequestHandler } from 'express';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
const REQUEST_HEADERS = [
  'Accept',
  'Accept-Language',
  'Authorization',
  'Content-Language',
  'Content-Type',
  'Idempotency-Key',
  'If-Match',
  'If-None-Match',
  'Last-Event-ID',
  'Prefer',
  'Traceparent',
  'X-Request-Id',
  'X-Service-Secret',
  'X-Service-Token',
];
const EXPOSED_HEADERS = [
  'Content-Disposition',
  'ETag',
  'Link',
  'Location',
  'Retry-After',
  'Traceparent',
  'X-Request-Id',
  'X-Total-Count',
];
const ALLOWED_HEADERS: ReadonlySet<string> = new Set(
  REQUEST_HEADERS.map((name) => name.toLowerCase()),
);

/**
 * Sets the CORS headers for the listed origins and answers preflights: 200, or 400 with the reason. The
 * package `cors` answers every preflight with success and leaves the refusal to the browser.
 */
export function cors(origins: readonly string[]): RequestHandler {
  const listed = new Set(origins);
  return (request, response, next) => {
    const origin = request.get('origin');
    const isAllowed = origin !== undefined && listed.has(origin);
    if (isAllowed) {
      response.setHeader('Access-Control-Allow-Origin', origin);
      response.setHeader('Access-Control-Allow-Credentials', 'true');
      response.setHeader('Access-Control-Expose-Headers', EXPOSED_HEADERS.join(', '));
    }
    const method = request.get('access-control-request-method');
    if (request.method !== 'OPTIONS' || origin === undefined || method === undefined) {
      next();
      return;
    }
    response.setHeader('Access-Control-Allow-Methods', METHODS.join(', '));
    response.setHeader('Access-Control-Allow-Headers', REQUEST_HEADERS.join(', '));
    response.setHeader('Access-Control-Max-Age', '600');
    const rejected = isAllowed
      ? rejectedPart(method, request.get('access-control-request-headers'))
      : 'origin';
    response.status(rejected === null ? 200 : 400).type('text/plain');
    const text = rejected === null ? 'OK' : `Disallowed CORS ${rejected}`;
    if (rejected !== null) response.locals.reason = text;
    response.send(text);
  };
}

/** @returns the part of a preflight that is not allowed; null when all of it is */
function rejectedPart(method: string, headers = ''): string | null {
  if (!METHODS.includes(method)) return 'method';
  const names = headers.split(',').map((name) => name.trim().toLowerCase());
  return names.every((name) => name === '' || ALLOWED_HEADERS.has(name)) ? null : 'headers';
}
