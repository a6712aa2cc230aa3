import type { RequestHandler } from 'express';
import { ApiError } from './errors.ts';

/**
 * Answers 405 with the methods that the path does take; where it takes GET, it takes HEAD.
 * @param methods in lower case
 */
export function methodNotAllowed(methods: readonly string[]): RequestHandler {
  const taken = methods.includes('get') ? [...methods, 'head'] : methods;
  const allow = taken
    .map((method) => method.toUpperCase())
    .sort()
    .join(', ');
  return () => {
    throw new ApiError(405, 'Method Not Allowed', { Allow: allow });
  };
}
