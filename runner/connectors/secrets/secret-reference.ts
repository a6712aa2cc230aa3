/** Where a secret is. The reference itself is no secret. */
export type SecretReference =
  | { readonly scheme: 'env'; readonly name: string }
  | { readonly scheme: 'keyring'; readonly name: string }
  | { readonly scheme: 'file'; readonly path: string };

const VARIABLE = /^[A-Za-z_][A-Za-z0-9_]*$/;
/** The names of entries in the keyring. */
export const KEYRING_NAME = /^[A-Za-z0-9._-]{1,255}$/;

/** The forms of references, for messages. The rejected text may be a secret, so no message repeats it. */
export const REFERENCE_FORMS =
  'Use a secret reference: NAME or env:NAME for an environment variable, keyring:NAME, or file:/path.';

/** Parses a reference. @returns null for a text that is none */
export function parseSecretReference(text: string): SecretReference | null {
  const separator = text.indexOf(':');
  const scheme = separator < 0 ? 'env' : text.slice(0, separator);
  const name = text.slice(separator + 1);
  if (scheme === 'env') return VARIABLE.test(name) ? { scheme, name } : null;
  if (scheme === 'keyring') return KEYRING_NAME.test(name) ? { scheme, name } : null;
  const isFile = scheme === 'file' && name !== '' && !name.includes('\0');
  return isFile ? { scheme, path: name } : null;
}
