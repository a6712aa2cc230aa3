/** One fault of a request's shape, as the answer 422 shows it. It never carries the value. */
export interface ValidationIssue {
  /** `body`, `query`, `path` or `header`, then names and list positions. */
  readonly loc: readonly (string | number)[];
  readonly msg: string;
  readonly type: string;
}

/** An answer with a status and a text for the caller. Services throw these; one middleware renders them. */
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

/** The names under which missing things are reported. */
export type Resource =
  | 'Project'
  | 'Flow'
  | 'Dataset'
  | 'Dataset version'
  | 'FlowRun'
  | 'Schedule'
  | 'Connection'
  | 'Node'
  | 'Transformation'
  | 'Setting'
  | 'Plugin'
  | 'Output file';

/** 400: well-formed, but against a rule. (A `UserError` of the runner's domain is answered the same way.) */
export function badRequest(detail: string): ApiError {
  return new ApiError(400, detail);
}

/** 404: `Project 'x' not found`. */
export function notFound(resource: Resource, id: string): ApiError {
  return new ApiError(404, `${resource} '${id.slice(0, 200)}' not found`);
}

/** 409: it clashes with what is there. */
export function conflict(detail: string): ApiError {
  return new ApiError(409, detail);
}

/** 410: it was there, and was removed for good. */
export function gone(detail: string): ApiError {
  return new ApiError(410, detail);
}

/** 413: more bytes than the limit. */
export function payloadTooLarge(detail: string): ApiError {
  return new ApiError(413, detail);
}

/** Of every 503: what is away comes back within seconds, or a person has to look. */
export const RETRY_SOON = { 'Retry-After': '1' } as const;

/** 503: cannot be done at the moment. */
export function unavailable(detail: string): ApiError {
  return new ApiError(503, detail, RETRY_SOON);
}
