import { UserError } from '../../../domain/errors.ts';
import type { ConnectionTarget } from '../../connection-target.ts';
import { endpointAt, endpointOf, type Endpoint } from '../../storage/endpoint.ts';
import { isAccountName } from './azure-account.ts';
import { parseConnectionString, type ConnectionString } from './connection-string.ts';

/** What proves to the server who asks. */
export type AzureProof =
  | { readonly kind: 'key'; readonly account: string; readonly key: string }
  /** A shared access signature, without a question mark. */
  | { readonly kind: 'sas'; readonly query: string }
  | { readonly kind: 'identity' };

/** The account of a connection. */
export interface AzureAccess {
  readonly endpoint: Endpoint;
  readonly proof: AzureProof;
}

const BASE64 = /^[A-Za-z0-9+/]{4,}={0,2}$/;

/** The domains of Azure's clouds. A token of the pod goes to no other server. */
const AZURE_HOSTS =
  /^https:\/\/[a-z0-9-]+\.(?:[a-z0-9]+\.)?blob\.(?:core\.(?:windows\.net|usgovcloudapi\.net|chinacloudapi\.cn)|storage\.azure\.net)$/;

/**
 * Where the account of a connection is, and how to sign in: the secret is an account key, a shared access
 * signature or a connection string; without one, the workload identity of the pod.
 * @throws UserError for fields that do not fit together, PrivateHostError for an address that may not be reached
 */
export function azureAccessOf(target: ConnectionTarget): AzureAccess {
  const { connection, secret } = target;
  if (secret === null) return identityAccess(target);
  const parts = parseConnectionString(secret);
  const account = connection.username ?? parts?.account ?? null;
  const endpoint = endpointOf(connection) ?? endpointIn(parts) ?? ownEndpoint(account, parts);
  return { endpoint, proof: proofOf(secret, account, parts) };
}

function identityAccess({ connection }: ConnectionTarget): AzureAccess {
  const endpoint = endpointOf(connection) ?? ownEndpoint(connection.username, null);
  if (!AZURE_HOSTS.test(endpoint.url)) {
    throw new UserError(
      'without a secret, the identity of the pod is used, whose token goes to hosts of Azure only. Set password_env',
    );
  }
  return { endpoint, proof: { kind: 'identity' } };
}

function endpointIn(parts: ConnectionString | null): Endpoint | null {
  const url = parts?.blobEndpoint ?? null;
  return url === null ? null : endpointAt(url, 'BlobEndpoint of the connection string');
}

function ownEndpoint(account: string | null, parts: ConnectionString | null): Endpoint {
  const name = requiredAccount(account);
  if (!isAccountName(name)) {
    throw new UserError(
      'the name of an account has 3 to 24 lower-case letters and digits. Correct username',
    );
  }
  const url = `${parts?.protocol ?? 'https'}://${name}.blob.${parts?.suffix ?? 'core.windows.net'}`;
  return endpointAt(url, 'EndpointSuffix of the connection string');
}

function proofOf(
  secret: string,
  account: string | null,
  parts: ConnectionString | null,
): AzureProof {
  const query = parts === null ? signatureOf(secret) : parts.signature;
  if (query !== null) return { kind: 'sas', query };
  const key = parts === null ? secret : parts.key;
  if (key !== null && BASE64.test(key)) {
    return { kind: 'key', account: requiredAccount(account), key };
  }
  throw new UserError(
    'the secret is no account key (base64), no shared access signature and no connection string',
  );
}

/** @returns null for a secret that is no shared access signature */
function signatureOf(secret: string): string | null {
  return /(?:^|[?&])sig=/.test(secret) ? secret.replace(/^\?/, '') : null;
}

function requiredAccount(account: string | null): string {
  if (account !== null) return account;
  throw new UserError('the field "username" has no name of an account');
}
