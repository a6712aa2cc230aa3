import { invalid, type DomainError } from '../domain/errors.ts';

/** One problem with the shape of a request, as a 422 response lists it. It never contains the value. */
export interface ValidationIssue {
  /** `body`, `query`, `path` or `header`, then names and list positions. */
  readonly loc: readonly (string | number)[];
  readonly msg: string;
  readonly type: string;
}

/** An HTTP error about headers, methods, sizes or access. The domain throws `DomainError` instead. */
export class ApiError extends Error {
  override readonly name: string = 'ApiError';
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, detail: string, headers: Readonly<Record<string, string>> = {}) {
    super(detail);
    this.status = status;
    this.headers = headers;
  }
}

/** 422: the request does not match the schemas of its route. */
export class ValidationFailedError extends ApiError {
  override readonly name = 'ValidationFailedError';
  readonly issues: readonly ValidationIssue[];

  constructor(issues: readonly ValidationIssue[]) {
    super(422, 'The request is not valid');
    this.issues = issues;
  }
}

/** 400: the connection closed or timed out before the end of the request body. */
export function incompleteBody(): DomainError {
  return invalid('The request ended before its body was complete');
}

/** 413: the request body exceeds a limit. */
export function payloadTooLarge(detail: string): ApiError {
  return new ApiError(413, detail);
}

/** The header of every 503. A dependency usually recovers within seconds. */
export const RETRY_SOON = { 'Retry-After': '1' } as const;
