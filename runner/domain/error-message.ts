import { errorCode } from './error-code.ts';

/** What an error says. A connection that was tried at several addresses fails with a code, and no words. */
export function errorMessage(error: unknown): string {
  const said = typeof error === 'object' && error !== null && 'message' in error && error.message;
  return typeof said === 'string' && said !== '' ? said : (errorCode(error) ?? String(error));
}
