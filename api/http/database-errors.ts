import type { ApiError } from './errors.ts';
import { conflict, unavailable } from './errors.ts';

/** Prisma's codes for what two requests at once, or a missing database, can cause. */
const FAILURES: Readonly<Record<string, () => ApiError>> = {
  P2002: () => conflict('There is already something of that name'),
  P2003: () => conflict('Something that this refers to was removed meanwhile'),
  P2025: () => conflict('It was removed meanwhile'),
  P2034: () => conflict('Another request changed the same thing at the same time'),
  P1001: down,
  P1002: down,
  P1008: down,
  P1017: down,
  P2024: down,
  ECONNREFUSED: down,
  ECONNRESET: down,
};

/** Known by its code, so that nothing of Prisma needs to be loaded here. */
export function fromDatabase(error: unknown): ApiError | null {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string')
    return null;
  return FAILURES[error.code]?.() ?? null;
}

function down(): ApiError {
  return unavailable('The database is not reachable at the moment');
}
