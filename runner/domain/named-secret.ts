/** A secret that has a name where the service runs: a variable or an entry of the keyring. The name is no secret. */
export interface NamedSecret {
  readonly scheme: 'env' | 'keyring';
  readonly name: string;
}

/** The secret, or the reason why it is missing: where it was searched, as part of a sentence. */
export type FoundSecret = { readonly value: string } | { readonly missing: string };

/** Reads a secret when its connection is used. It never rejects for a secret that is missing. */
export type ReadSecret = (secret: NamedSecret) => Promise<FoundSecret>;

/** Why a variable that is not set, or that no connection may use, is missing. */
export function missingVariable(name: string): FoundSecret {
  return { missing: `the environment variable ${name} is not set` };
}
