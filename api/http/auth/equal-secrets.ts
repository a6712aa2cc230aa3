import { createHash, timingSafeEqual } from 'node:crypto';

/** Compares two secrets in constant time. The digests hide their lengths too. */
export function equalSecrets(given: string | Uint8Array, expected: string): boolean {
  return timingSafeEqual(digest(given), digest(expected));
}

function digest(text: string | Uint8Array): Buffer {
  return createHash('sha256').update(text).digest();
}
