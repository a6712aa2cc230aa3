/** The folder of a local store for files that are still being written; no key may begin with it. */
export const RESERVED_SEGMENT = '.writing';

/**
 * @throws Error when the key is not a relative path of plain segments: empty, absolute, with `.` or
 *   `..` or an empty segment, a backslash, a NUL, or longer than the 1024 bytes S3 allows
 */
export function checkObjectKey(key: string): void {
  const segments = key.split('/');
  const plain = segments.every((segment) => segment !== '' && segment !== '.' && segment !== '..');
  if (
    plain &&
    !/[\\\0]/.test(key) &&
    segments[0] !== RESERVED_SEGMENT &&
    Buffer.byteLength(key) <= 1024
  )
    return;
  throw new Error(`"${key}" is not an object key`);
}

/** A prefix is a key, or the start of one that ends in `/`; the empty prefix stands for everything. */
export function checkObjectPrefix(prefix: string): void {
  if (prefix !== '') checkObjectKey(prefix.endsWith('/') ? prefix.slice(0, -1) : prefix);
}
