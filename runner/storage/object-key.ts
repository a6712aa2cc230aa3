/** The folder of a local store for temporary files. No key may begin with it. */
export const RESERVED_SEGMENT = '.writing';

/**
 * Validates an object key: a relative path without empty, `.` or `..` segments, backslashes and NULs, of
 * at most 1024 bytes (the limit of S3).
 * @throws Error when the key is invalid
 */
export function checkObjectKey(key: string): void {
  const segments = key.split('/');
  const isPlain = segments.every(
    (segment) => segment !== '' && segment !== '.' && segment !== '..',
  );
  if (
    isPlain &&
    !/[\\\0]/.test(key) &&
    segments[0] !== RESERVED_SEGMENT &&
    Buffer.byteLength(key) <= 1024
  )
    return;
  throw new Error(`"${key}" is not an object key`);
}

/** Validates a key prefix: empty, a key, or a key with `/` appended. @throws Error when it is invalid */
export function checkObjectPrefix(prefix: string): void {
  if (prefix !== '') checkObjectKey(prefix.endsWith('/') ? prefix.slice(0, -1) : prefix);
}
