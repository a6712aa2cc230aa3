import type { RequestHandler } from 'express';
import { ApiError } from './errors.ts';

/** `GET /`: who this is and where to read on. */
export function landing(version: string): RequestHandler {
  return (_request, response) => {
    response.locals.route = '/';
    response.json({
      name: 'Millrace',
      version,
      docs: '/docs',
      redoc: '/redoc',
      openapi: '/openapi.json',
    });
  };
}

/** Whatever no route took. */
export function unknownPath(): RequestHandler {
  return () => {
    throw new ApiError(404, 'Not Found');
  };
}
