/** Millrace cannot use this database; the message says why and what to do. Nothing in it was changed. */
export class UnsupportedDatabaseError extends Error {
  override readonly name = 'UnsupportedDatabaseError';
}
