import type { RequestHandler } from 'express';
import { ApiError } from './errors.ts';

/** Answers 405 with the methods that the path does take. */
export function methodNotAllowed(methods: readonly string[]): RequestHandler {
  const allow = methods
    .map((method) => method.toUpperCase())
    .sort()
    .join(', ');
  return () => {
    throw new ApiError(405, 'Method Not Allowed', { Allow: allow });
  };
}
