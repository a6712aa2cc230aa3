import { UserError } from '../../runner/domain/errors.ts';

/** Why a request was not carried out, whoever asked: an HTTP caller, a schedule, a recovery. */
export type ErrorCode = 'invalid' | 'not_found' | 'conflict' | 'gone' | 'unavailable';

/** A failure with a code and a sentence for the caller. It never carries a secret. */
export class DomainError extends Error {
  override readonly name = 'DomainError';
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string) {
    super(message);
    this.code = code;
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

/** Well-formed, but against a rule. (A `UserError` of the runner's domain means the same.) */
export function invalid(message: string): DomainError {
  return new DomainError('invalid', message);
}

/** `Project 'x' not found`. */
export function notFound(resource: Resource, id: string): DomainError {
  return new DomainError('not_found', `${resource} '${id.slice(0, 200)}' not found`);
}

/** It clashes with what is there. */
export function conflict(message: string): DomainError {
  return new DomainError('conflict', message);
}

/** It was there, and was removed for good. */
export function gone(message: string): DomainError {
  return new DomainError('gone', message);
}

/** It cannot be done at the moment; the same request may succeed later. */
export function unavailable(message: string): DomainError {
  return new DomainError('unavailable', message);
}

/** The request, or what it names, is at fault, not the service: to repeat it is of no use. */
export function isRefusal(error: unknown): error is DomainError | UserError {
  if (error instanceof UserError) return true;
  return error instanceof DomainError && error.code !== 'unavailable';
}
