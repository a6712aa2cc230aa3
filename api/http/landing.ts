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

/** The longest path that an answer repeats, in characters. */
const MAX_SHOWN_PATH = 200;

/** Whatever no route took. */
export function unknownPath(): RequestHandler {
  return ({ path }) => {
    const shown = path.length > MAX_SHOWN_PATH ? `${path.slice(0, MAX_SHOWN_PATH)}…` : path;
    throw new ApiError(404, `Not Found: there is no path ${shown}. All paths: /docs`);
  };
}
