import { hash } from 'node:crypto';
import type { Digest, DigestAlgorithm } from '../plan/operators/digest.ts';
import type { PythonContext } from '../python/python-context.ts';
import { parameterCode } from './idioms.ts';

/** The digest of the UTF-8 bytes of a text, in hexadecimal. */
export function hexDigest(text: string, algorithm: DigestAlgorithm): string {
  return hash(algorithm, text, 'hex');
}

/** Returns the code of a Python function from a text to its digest. */
export function digestFunction(python: PythonContext, { algorithm, at }: Digest): string {
  python.import('import hashlib');
  python.helper('hex_digest', HEX_DIGEST);
  python.binds('text');
  const name = parameterCode(python, at.algorithm) ?? python.literal(algorithm);
  return `lambda text: hex_digest(text, ${name})`;
}

const HEX_DIGEST = `
def hex_digest(text, algorithm):
    """Return the digest of the UTF-8 bytes of a text, in hexadecimal."""
    return hashlib.new(algorithm, text.encode()).hexdigest()
`;
