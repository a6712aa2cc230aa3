import { errorCode } from './error-code.ts';

/**
 * The message of an error, else its code, else its text. A connection that fails at several addresses
 * has a code without a message.
 */
export function errorMessage(error: unknown): string {
  const message =
    typeof error === 'object' && error !== null && 'message' in error && error.message;
  if (typeof message === 'string' && message !== '') return message;
  return errorCode(error) ?? String(error);
}
