import dns from 'node:dns';
import { z } from 'zod';
import { errorCode } from '../../../domain/error-code.ts';
import { UserError } from '../../../domain/errors.ts';
import type { TrustedAuthorities } from '../../ca-certificate.ts';
import { endpointAt, type Endpoint } from '../../storage/endpoint.ts';
import { guardedAgent } from '../../storage/guarded-agent.ts';
import { checkMachineIdentity } from '../../storage/machine-identity.ts';
import { GcsError, readJson, send, type GcsRequest } from './gcs-http.ts';
import {
  assertionOf,
  parseServiceAccountKey,
  type ServiceAccountKey,
} from './service-account-key.ts';

/** Gets a token; null: the server wants none. */
export type TokenSource = () => Promise<string | null>;

/** Where Google gives tokens for the keys of service accounts. What a key says is not asked. */
const GOOGLE_TOKENS = 'https://oauth2.googleapis.com/token';
const GOOGLE_HOSTS = /^https:\/\/(?:[a-z0-9-]+\.)+googleapis\.com$/;
const METADATA_HOST = 'metadata.google.internal';
const METADATA_PATH = '/computeMetadata/v1/instance/service-accounts/default/token';

/** A token is renewed a minute before it expires. */
const MARGIN_SECONDS = 60;
/** The codes of a machine that has no server of metadata. */
const NO_METADATA: ReadonlySet<string> = new Set([
  'ENOTFOUND',
  'EAI_AGAIN',
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
]);

const TOKEN = z.object({
  access_token: z.string().regex(/^[\x21-\x7e]+$/),
  expires_in: z.number(),
});

/**
 * The tokens for an endpoint. Those of Google go to hosts of Google only: for another endpoint the `token_uri` of
 * the key must be at its own host, and without a key its requests have no token.
 * @param secret the key of a service account; null: the identity of the machine or the pod
 * @throws UserError for a key that does not fit
 */
export function tokensFor(endpoint: Endpoint, secret: string | null): TokenSource {
  const isGoogle = GOOGLE_HOSTS.test(endpoint.url);
  if (secret === null) return isGoogle ? cached(metadataToken) : () => Promise.resolve(null);
  const key = parseServiceAccountKey(secret);
  const tokenUri = isGoogle ? GOOGLE_TOKENS : ownTokenUri(endpoint, key);
  const authorities = isGoogle || endpoint.ca === undefined ? {} : { ca: endpoint.ca };
  return cached(() => keyToken(key, tokenUri, authorities));
}

function ownTokenUri({ url }: Endpoint, { tokenUri }: ServiceAccountKey): string {
  const own = URL.parse(tokenUri ?? '');
  if (own !== null && own.origin === new URL(url).origin) return own.href;
  throw new UserError(
    'the key of the service account is for another server: its "token_uri" must be at the host of the endpoint. Correct host or password_env',
  );
}

interface Token {
  readonly access_token: string;
  readonly expires_in: number;
}

function cached(fetchToken: () => Promise<Token>): TokenSource {
  let token: string | null = null;
  let until = 0;
  return async () => {
    const now = performance.now() / 1000;
    if (token === null || now > until) {
      const { access_token, expires_in } = await fetchToken();
      token = access_token;
      until = now + expires_in - MARGIN_SECONDS;
    }
    return token;
  };
}

async function keyToken(
  key: ServiceAccountKey,
  tokenUri: string,
  authorities: TrustedAuthorities,
): Promise<Token> {
  const url = new URL(tokenUri);
  const form = new URLSearchParams({
    grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
    assertion: assertionOf(key, tokenUri, Date.now()),
  });
  const endpoint = { ...endpointAt(url.origin, 'the "token_uri" of the key'), ...authorities };
  try {
    return await requestToken(endpoint, {
      method: 'POST',
      url,
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: Buffer.from(form.toString()),
    });
  } catch (error) {
    if (!(error instanceof GcsError) || error.status >= 500) throw error;
    const said = error.reason === null ? '' : ` (${error.reason})`;
    throw new UserError(
      `the key of the service account is rejected${said}. It may have been deleted, or the clock of this machine is wrong`,
    );
  }
}

/** The token of the machine or the pod. @throws UserError where there is none, or connections may not use it */
export async function metadataToken(env: NodeJS.ProcessEnv = process.env): Promise<Token> {
  checkMachineIdentity(env);
  const host = env.GCE_METADATA_HOST ?? '';
  const origin = `http://${host === '' ? METADATA_HOST : host}`;
  try {
    // The host is the operator's, and its address is among those that connections may not reach.
    return await requestToken(
      { url: origin, lookup: dns.lookup },
      {
        method: 'GET',
        url: new URL(METADATA_PATH, origin),
        headers: { 'Metadata-Flavor': 'Google' },
      },
    );
  } catch (error) {
    if (!(error instanceof GcsError) && !NO_METADATA.has(errorCode(error) ?? '')) throw error;
    throw new UserError(
      'there are no credentials. Set password_env, or give the machine or the pod a service account',
    );
  }
}

async function requestToken(endpoint: Endpoint, request: GcsRequest): Promise<Token> {
  const agent = guardedAgent(endpoint);
  try {
    const answer = await send(agent, request);
    const parsed = TOKEN.safeParse(await readJson(answer));
    if (parsed.success) return parsed.data;
    throw new GcsError(answer.statusCode ?? 0, 'noToken');
  } finally {
    agent.destroy();
  }
}
