import { UserError } from '../../runner/domain/errors.ts';

/** Why a request of any caller was rejected: an HTTP client, a schedule, a recovery. */
export type ErrorCode =
  'invalid' | 'not_found' | 'conflict' | 'gone' | 'overloaded' | 'unavailable';

/** Whether the same request can succeed later. Schedules skip a slot for the other codes, and retry for these. */
const IS_TRANSIENT: Readonly<Record<ErrorCode, boolean>> = {
  invalid: false,
  not_found: false,
  conflict: false,
  gone: false,
  overloaded: true,
  unavailable: true,
};

/** A failure with a code and a sentence for the caller. It never carries a secret. */
export class DomainError extends Error {
  override readonly name = 'DomainError';
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** The names of resources in `not found` messages. */
export type Resource =
  | 'Project'
  | 'Flow'
  | 'Dataset'
  | 'Dataset version'
  | 'FlowRun'
  | 'Schedule'
  | 'Connection'
  | 'Keyring secret'
  | 'Node'
  | 'Transformation'
  | 'Setting'
  | 'Plugin'
  | 'Output file'
  | 'Artifact'
  | 'Template'
  | 'Watermark';

/** The request breaks a rule. A `UserError` of the runner's domain means the same. */
export function invalid(message: string): DomainError {
  return new DomainError('invalid', message);
}

/** `Project 'x' not found`. @param hint a sentence about what exists */
export function notFound(resource: Resource, id: string, hint?: string): DomainError {
  const message = `${resource} '${id.slice(0, 200)}' not found`;
  return new DomainError('not_found', hint === undefined ? message : `${message}. ${hint}`);
}

/** A flow may have any number of nodes. */
const MAX_LISTED_NODES = 20;

/** The ids of nodes in a message. */
export function listedNodes(ids: readonly string[]): string {
  const shown = ids.slice(0, MAX_LISTED_NODES).map((id) => id.slice(0, 100));
  return `${shown.join(', ')}${ids.length > MAX_LISTED_NODES ? ' …' : ''}`;
}

/** The request conflicts with the current state. */
export function conflict(message: string): DomainError {
  return new DomainError('conflict', message);
}

/** The resource existed and was removed for good. */
export function gone(message: string): DomainError {
  return new DomainError('gone', message);
}

/** A queue is full: the same request can succeed later. */
export function overloaded(message: string): DomainError {
  return new DomainError('overloaded', message);
}

/** A dependency is down or slow: the same request can succeed later. */
export function unavailable(message: string): DomainError {
  return new DomainError('unavailable', message);
}

/** Whether the request, or what it names, is invalid: a repeated request fails too. */
export function isRefusal(error: unknown): error is DomainError | UserError {
  if (error instanceof UserError) return true;
  return error instanceof DomainError && !IS_TRANSIENT[error.code];
}

/** Whether the failure is temporary: the same request can succeed later. */
export function isTransient(error: unknown): error is DomainError {
  return error instanceof DomainError && IS_TRANSIENT[error.code];
}
