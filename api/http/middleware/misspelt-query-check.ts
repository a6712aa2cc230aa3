import type { RequestHandler } from 'express';
import { editDistance } from '../../../runner/domain/nearest-name.ts';
import type { JsonSchema } from '../../openapi/json-schema.ts';
import type { OpenApiDocument, Operation } from '../../openapi/document.ts';
import type { Route } from '../../openapi/route.ts';
import { ValidationFailedError, type ValidationIssue } from '../errors.ts';
import { lazy } from '../lazy.ts';

/** Shorter names, such as `id`, are one letter away from too many others. */
const MIN_LENGTH = 4;
/** From this length two letters may differ. */
const LONG_LENGTH = 7;

/**
 * Creates the checks that reject with 422 a query parameter that probably is a misspelt one of the operation:
 * `?resum=true` would otherwise start something else than its sender wants. A name that any operation
 * has is no misspelling, and all other unknown parameters are ignored.
 * @param document is built on the first request with a query
 */
export function misspeltQueryCheck(
  document: () => OpenApiDocument,
): (route: Pick<Route, 'method' | 'path'>) => RequestHandler {
  const anywhere = lazy(
    () => new Set(Object.values(document().paths).flatMap(Object.values).flatMap(queryNames)),
  );
  return ({ method, path }) => {
    const own = lazy(() => queryNames(document().paths[path]?.[method]));
    return (request, _response, next) => {
      const issues = Object.keys(request.query)
        .filter((name) => !anywhere().has(name))
        .flatMap((name) => misspelling(name, own()));
      if (issues.length > 0) throw new ValidationFailedError(issues);
      next();
    };
  };
}

function queryNames(operation: Operation | undefined): string[] {
  const parameters: readonly JsonSchema[] = operation?.parameters ?? [];
  return parameters.filter(({ in: place }) => place === 'query').map(({ name }) => String(name));
}

function misspelling(name: string, known: readonly string[]): ValidationIssue[] {
  if (name.length < MIN_LENGTH) return [];
  const maxDistance = name.length < LONG_LENGTH ? 1 : 2;
  const near = known
    .filter((candidate) => Math.abs(candidate.length - name.length) <= maxDistance)
    .map((candidate) => ({ candidate, distance: distance(name, candidate) }))
    .filter((found) => found.distance <= maxDistance)
    .sort((a, b) => a.distance - b.distance);
  const nearest = near[0]?.candidate;
  if (nearest === undefined) return [];
  const msg = `There is no query parameter "${name}". Did you mean "${nearest}"?`;
  return [{ loc: ['query', name], msg, type: 'unknown_parameter' }];
}

function distance(a: string, b: string): number {
  return editDistance(a.toLowerCase(), b.toLowerCase());
}
