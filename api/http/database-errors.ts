import { errorCode } from '../../runner/domain/error-code.ts';
import { conflict, unavailable, type ApiError } from './errors.ts';

/** Prisma's codes for what two requests at once can cause. */
const CLASHES: Readonly<Record<string, string>> = {
  P2002: 'There is already something of that name',
  P2003: 'Something that this refers to was removed meanwhile',
  P2025: 'It was removed meanwhile',
  P2034: 'Another request changed the same thing at the same time',
};

/** All codes of Prisma's connection errors, a pool without a free connection, and a full server. */
const DOWN = /^(P1\d{3}|P2024|P2037|ECONNREFUSED|ECONNRESET)$/;

/** Known by its code, so that nothing of Prisma needs to be loaded here. */
export function fromDatabase(error: unknown): ApiError | null {
  const code = errorCode(error);
  if (code === undefined) return null;
  const clash = CLASHES[code];
  if (clash !== undefined) return conflict(clash);
  return DOWN.test(code) ? unavailable('The database is not reachable at the moment') : null;
}
