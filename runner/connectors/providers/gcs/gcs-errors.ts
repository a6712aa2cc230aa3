import { PRIVATE_HOST_REASON, PrivateHostError } from '../../http/public-hosts.ts';
import { networkReason } from '../../network-reason.ts';
import { GcsError } from './gcs-http.ts';

/** What reasons of the server and of this driver mean, as the rest of a sentence. */
const REASONS: Readonly<Record<string, string>> = {
  accountDisabled: 'the project of the bucket is disabled',
  badRange: 'the server says in no known form what it has of the upload',
  foreignSession: 'the server wants the upload at another host',
  incomplete: 'the server does not take the whole upload',
  lostData: 'the server lost a part of the upload',
  noToken: 'the server of tokens sent no token',
  notJson: 'the answer is not that of a storage. Correct host',
  notList: 'the answer is not that of a storage. Correct host',
  objectUnderActiveHold: 'the object is on hold, so it cannot be replaced',
  rateLimitExceeded: 'the server is busy',
  retentionPolicyNotMet: 'the bucket retains the object, so it cannot be replaced',
  tooLong: 'the answer is too long for a storage. Correct host',
  userProjectMissing: 'the bucket lets those who read it pay, which this release cannot',
};

/** What the status of an answer means. */
const STATUS_REASONS: Readonly<Record<number, string>> = {
  401: 'the server wants other credentials. Set password_env to the key of a service account',
  403: 'the service account may not do this with the bucket',
  404: 'the bucket does not exist',
  410: 'the upload was aborted meanwhile',
  429: 'the server is busy',
  503: 'the server is busy',
};

/** What went wrong, as the rest of a sentence; null: not an error of the storage. */
export function describeGcsError(error: unknown): string | null {
  if (error instanceof PrivateHostError) return PRIVATE_HOST_REASON;
  if (!(error instanceof GcsError)) return networkReason(error);
  const { status, reason } = error;
  const said = REASONS[reason ?? ''] ?? STATUS_REASONS[status];
  if (said !== undefined) return said;
  if (status >= 300 && status < 400) return 'the server redirects to another one. Correct host';
  return `the server answered ${reason ?? 'with a failure'} (HTTP ${status})`;
}
