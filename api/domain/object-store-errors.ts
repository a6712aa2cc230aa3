import { errorCode } from '../../runner/domain/error-code.ts';
import { fullDiskSentence } from '../../runner/domain/full-disk.ts';
import { type DomainError, unavailable } from './errors.ts';

const TOO_MANY_REQUESTS = 429;
const SERVER_ERROR = 500;
const NO_ANSWER =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|TimeoutError)$/;

/** An error of the S3 client. Its shape identifies it, so that this module need not load the client. */
interface S3Error {
  readonly name: string;
  readonly $metadata: { readonly httpStatusCode?: number };
}

/** Translates the errors of an object store that is unreachable, throttles or is full; null for any other error. */
export function fromObjectStore(error: unknown): DomainError | null {
  if (isObjectStoreAway(error)) {
    return unavailable('The object store is not reachable at the moment');
  }
  const fullDisk = fullDiskSentence(error);
  return fullDisk === null ? null : unavailable(fullDisk);
}

/** Whether the object store is unreachable or throttles, so that a retry can succeed. */
export function isObjectStoreAway(error: unknown): boolean {
  if (!isS3Error(error)) return false;
  const { httpStatusCode: status } = error.$metadata;
  if (status === undefined) return NO_ANSWER.test(errorCode(error) ?? error.name);
  return status === TOO_MANY_REQUESTS || status >= SERVER_ERROR;
}

function isS3Error(error: unknown): error is S3Error {
  return typeof error === 'object' && error !== null && '$metadata' in error;
}
