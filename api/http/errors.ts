import { invalid, type DomainError } from '../domain/errors.ts';

/** One fault of a request's shape, as the answer 422 shows it. It never carries the value. */
export interface ValidationIssue {
  /** `body`, `query`, `path` or `header`, then names and list positions. */
  readonly loc: readonly (string | number)[];
  readonly msg: string;
  readonly type: string;
}

/** An answer that only HTTP knows: of its headers, methods, sizes and access. What the domain refuses is a `DomainError`. */
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

/** 422: the shape of the request is wrong. */
export class ValidationFailedError extends ApiError {
  override readonly name = 'ValidationFailedError';
  readonly issues: readonly ValidationIssue[];

  constructor(issues: readonly ValidationIssue[]) {
    super(422, 'The request is not valid');
    this.issues = issues;
  }
}

/** The connection ended within the body of a request, or was cut because nothing more came. */
export function incompleteBody(): DomainError {
  return invalid('The request ended before its body was complete');
}

/** 413: more bytes than the limit. */
export function payloadTooLarge(detail: string): ApiError {
  return new ApiError(413, detail);
}

/** Of every 503: what is away comes back within seconds, or a person has to look. */
export const RETRY_SOON = { 'Retry-After': '1' } as const;
