import type { RequestHandler } from 'express';
import { ApiError } from '../errors.ts';

/** The response repeats at most this many characters of the path. */
const MAX_PATH_LENGTH = 200;

/** Answers 404 with the path of the request. */
export function notFound(): RequestHandler {
  return ({ path }) => {
    const shown = path.length > MAX_PATH_LENGTH ? `${path.slice(0, MAX_PATH_LENGTH)}…` : path;
    throw new ApiError(404, `Not Found: there is no path ${shown}. All paths: /docs`);
  };
}
