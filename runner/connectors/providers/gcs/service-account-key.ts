import { createPrivateKey, sign, type KeyObject } from 'node:crypto';
import { z } from 'zod';
import { UserError } from '../../../domain/errors.ts';

/** The key of a service account, as Google's console gives it. */
export interface ServiceAccountKey {
  readonly email: string;
  readonly id: string | null;
  readonly privateKey: KeyObject;
  /** Where the key says that tokens come from; null: nowhere. */
  readonly tokenUri: string | null;
}

const KEY = z.object({
  type: z.literal('service_account'),
  client_email: z.string().min(1),
  private_key: z.string(),
  private_key_id: z.string().nullish(),
  token_uri: z.string().nullish(),
});

const SCOPE = 'https://www.googleapis.com/auth/devstorage.read_write';
const LIFETIME_SECONDS = 3600;

/** Parses the secret of a connection. @throws UserError, without the secret, when it is no key */
export function parseServiceAccountKey(secret: string): ServiceAccountKey {
  const parsed = KEY.safeParse(jsonOf(secret));
  if (!parsed.success) {
    throw new UserError(
      'the secret is no JSON key of a service account. Let password_env be file:/path of the key file, or let the variable have its content',
    );
  }
  const { client_email: email, private_key, private_key_id, token_uri } = parsed.data;
  return {
    email,
    id: private_key_id ?? null,
    privateKey: privateKeyOf(private_key),
    tokenUri: token_uri ?? null,
  };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function privateKeyOf(pem: string): KeyObject {
  try {
    const key = createPrivateKey(pem);
    if (key.asymmetricKeyType === 'rsa') return key;
  } catch {
    // The reason of the library says nothing about the file.
  }
  throw new UserError('the "private_key" in the key of the service account is damaged');
}

/** A signed claim to be the service account, for who gives tokens. @param now in milliseconds */
export function assertionOf(key: ServiceAccountKey, audience: string, now: number): string {
  const issued = Math.floor(now / 1000);
  const header = { alg: 'RS256', typ: 'JWT', ...(key.id === null ? {} : { kid: key.id }) };
  const claims = {
    iss: key.email,
    scope: SCOPE,
    aud: audience,
    iat: issued,
    exp: issued + LIFETIME_SECONDS,
  };
  const text = `${encoded(header)}.${encoded(claims)}`;
  return `${text}.${sign('RSA-SHA256', Buffer.from(text), key.privateKey).toString('base64url')}`;
}

function encoded(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}
