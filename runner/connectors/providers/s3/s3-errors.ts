import { S3ServiceException } from '@aws-sdk/client-s3';
import { PRIVATE_HOST_REASON, PrivateHostError } from '../../http/public-hosts.ts';
import { networkReason } from '../../network-reason.ts';

/** What errors of S3 mean, as the rest of a sentence. */
const REASONS: Readonly<Record<string, string>> = {
  NoSuchBucket: 'the bucket does not exist',
  InvalidBucketName: 'the name of the bucket is invalid',
  NoSuchUpload: 'the upload was aborted meanwhile',
  AccessDenied: 'the access key may not do this with the bucket',
  InvalidAccessKeyId: 'the server does not know the access key',
  // The code of versitygw.
  XAdminUserNotFound: 'the server does not know the access key',
  SignatureDoesNotMatch: 'the secret key is wrong',
  ExpiredToken: 'the credentials have expired',
  InvalidToken: 'the credentials are invalid',
  PermanentRedirect: 'the bucket is in another region. Set options.region',
  AuthorizationHeaderMalformed: 'the bucket is in another region. Set options.region',
  IllegalLocationConstraintException: 'the bucket is in another region. Set options.region',
  SlowDown: 'the server is busy',
  CredentialsProviderError:
    'there are no credentials. Set username and password_env, or give the machine or the pod a role',
  TimeoutError: 'the server did not answer in time',
  PRIVATE_HOST: PRIVATE_HOST_REASON,
};

/** What the status of an answer without a code means, as that to HEAD. */
const STATUS_REASONS: Readonly<Record<number, string | undefined>> = {
  301: REASONS.PermanentRedirect,
  403: REASONS.AccessDenied,
};

/** What went wrong, as the rest of a sentence; null: not an error of the storage. */
export function describeS3Error(error: unknown): string | null {
  const network = networkReason(error);
  if (network !== null || !(error instanceof Error)) return network;
  const name = error instanceof PrivateHostError ? error.code : error.name;
  return REASONS[name] ?? answerOf(error);
}

function answerOf(error: Error): string | null {
  if (!(error instanceof S3ServiceException)) return null;
  const status = statusOf(error);
  const reason = STATUS_REASONS[status ?? 0];
  if (reason !== undefined) return reason;
  return `the server answered ${error.name}${status === undefined ? '' : ` (HTTP ${status})`}`;
}

/** The status of the answer that an error was made of. */
export function statusOf(error: unknown): number | undefined {
  return error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
}

/**
 * Whether the server may have done a request that failed: it failed while it worked on it, or it refused a repetition,
 * perhaps because of what the attempt before has done.
 */
export function isUncertain(error: unknown): boolean {
  if (!(error instanceof S3ServiceException)) return false;
  const { httpStatusCode: status = 500, attempts = 1 } = error.$metadata;
  return status >= 500 || attempts > 1;
}
