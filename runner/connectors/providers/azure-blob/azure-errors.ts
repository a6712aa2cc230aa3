import { PRIVATE_HOST_REASON } from '../../http/public-hosts.ts';
import { networkReason } from '../../network-reason.ts';

/** What codes of Azure, of its identity library and of the host guard mean, as the rest of a sentence. */
const REASONS: Readonly<Record<string, string>> = {
  AccountIsDisabled: 'the account is disabled',
  AuthenticationFailed:
    'the account key is not that of the account, or the shared access signature is wrong or has expired',
  AuthorizationFailure:
    'the account key is not that of the account, or the shared access signature does not allow this',
  AuthorizationPermissionMismatch: 'the key, the signature or the identity may not do this',
  AuthorizationProtocolMismatch: 'the shared access signature demands https',
  AuthorizationResourceTypeMismatch: 'the shared access signature is not for containers and blobs',
  AuthorizationServiceMismatch: 'the shared access signature is not for blobs',
  AuthorizationSourceIPMismatch: 'the shared access signature is for another network',
  BlobArchived: 'the blob is archived; rehydrate it first',
  ContainerBeingDeleted: 'the container is being deleted',
  ContainerNotFound: 'the container does not exist',
  InsufficientAccountPermissions: 'the account key may not do this',
  InvalidAuthenticationInfo: 'the server does not know the account, or rejects its credentials',
  InvalidBlobOrBlock: 'another program has uploaded blocks of this blob. Choose another path',
  InvalidBlobType: 'there is a blob of another type, which is no block blob. Choose another path',
  InvalidResourceName: 'the name of the container is invalid',
  InvalidUri: 'the name of the container or of the blob is invalid',
  KeyBasedAuthenticationNotPermitted: 'the account accepts no account keys',
  LeaseIdMissing: 'another program holds a lease of the blob',
  NoAuthenticationInformation: 'the server does not allow this without credentials',
  OutOfRangeInput: 'the name of the container is invalid',
  PublicAccessNotPermitted: 'the server does not allow this without credentials',
  ResourceNotFound: 'the container does not exist',
  ServerBusy: 'the server is busy',
  PRIVATE_HOST: PRIVATE_HOST_REASON,
};

/** What an error of the identity library means, by its name. */
const IDENTITY: Readonly<Record<string, string>> = {
  AuthenticationError: 'Azure rejects the workload identity of the pod',
  AuthenticationRequiredError: 'Azure rejects the workload identity of the pod',
  CredentialUnavailableError: 'the workload identity of the pod is incomplete',
};

/** What went wrong, as the rest of a sentence; null: not an error of the storage. */
export function describeAzureError(error: unknown): string | null {
  const network = networkReason(error);
  if (network !== null || !(error instanceof Error)) return network;
  const code = codeOf(error);
  return REASONS[code ?? ''] ?? IDENTITY[error.name] ?? answerOf(error, code);
}

function answerOf(error: Error, code: string | null): string | null {
  const status = statusOf(error);
  if (status === undefined) return error.name === 'RestError' ? 'the request failed' : null;
  if (status >= 300 && status < 400) return 'the server redirects to another one. Correct host';
  return `the server answered ${code ?? 'with a failure'} (HTTP ${status})`;
}

/** The code of an error of Azure or of a socket; null: none. */
export function codeOf(error: unknown): string | null {
  const code = property(error, 'code');
  return typeof code === 'string' ? code : null;
}

/** The status of the answer that an error was made of. */
export function statusOf(error: unknown): number | undefined {
  const status = property(error, 'statusCode');
  return typeof status === 'number' ? status : undefined;
}

/** The package has no class of its own errors to compare with before it is loaded. */
function property(error: unknown, key: string): unknown {
  return error instanceof Error ? Reflect.get(error, key) : undefined;
}
