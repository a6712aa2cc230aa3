import type { RequestHandler } from 'express';
import { invalid } from '../../domain/errors.ts';
import { ApiError } from '../errors.ts';
import { splitTarget } from '../requests/split-target.ts';

/** Rejects NUL characters, which PostgreSQL cannot store: 404 in the path, 400 in the query. */
export function nulCharacterCheck(): RequestHandler {
  return (request, _response, next) => {
    const { path, query } = splitTarget(request.originalUrl);
    if (path.includes('%00')) throw new ApiError(404, 'Not Found');
    if (query.includes('%00')) throw invalid('The query string holds a NUL character');
    next();
  };
}
