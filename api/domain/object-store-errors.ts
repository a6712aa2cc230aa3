import { errorCode } from '../../runner/domain/error-code.ts';
import { type DomainError, unavailable } from './errors.ts';

/** Too many requests; the server's own faults follow from 500 on. */
const TOO_MANY = 429;
const SERVER_FAULT = 500;
const NO_ANSWER =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|TimeoutError)$/;

/** What the S3 client throws, known by its form, so that nothing of it needs to be loaded here. */
interface S3Error {
  readonly name: string;
  readonly $metadata: { readonly httpStatusCode?: number };
}

/** That the object store is away or asks for less; null for anything else, such as a wrong key. */
export function fromObjectStore(error: unknown): DomainError | null {
  return isObjectStoreAway(error)
    ? unavailable('The object store is not reachable at the moment')
    : null;
}

/** Whether it may answer later what it does not now. */
export function isObjectStoreAway(error: unknown): boolean {
  if (!isS3Error(error)) return false;
  const { httpStatusCode: status } = error.$metadata;
  if (status === undefined) return NO_ANSWER.test(errorCode(error) ?? error.name);
  return status === TOO_MANY || status >= SERVER_FAULT;
}

function isS3Error(error: unknown): error is S3Error {
  return typeof error === 'object' && error !== null && '$metadata' in error;
}
