import type { ErrorRequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import {
  DomainError,
  invalid,
  overloaded,
  unavailable,
  type ErrorCode,
} from '../../domain/errors.ts';
import { UserError } from '../../../runner/domain/errors.ts';
import { ObjectNotFoundError } from '../../../runner/storage/object-store.ts';
import { JobFailedError } from '../../execution/executors/executor.ts';
import { fromDatabase } from '../../domain/database-errors.ts';
import { fromObjectStore } from '../../domain/object-store-errors.ts';
import type { AnswerWarning } from '../../openapi/warnings.ts';
import { ApiError, RETRY_SOON, ValidationFailedError, type ValidationIssue } from '../errors.ts';
import { traceOf } from './trace-context.ts';

/** The request log truncates longer reasons. */
const MAX_REASON_LENGTH = 500;

/** Renders every error as `{detail}`. An unknown error is a defect: it is logged and becomes a 500. */
export function errorHandler(logger: Logger): ErrorRequestHandler {
  // eslint-disable-next-line @typescript-eslint/no-unused-vars -- Express recognizes an error handler by its four parameters.
  return function renderError(error: unknown, request, response, _next): void {
    const known = asApiError(error);
    const isFailure = known === null || isServerFailure(known.status) || response.headersSent;
    if (isFailure && !isInterrupted(error)) {
      const requestId: unknown = response.locals.requestId;
      logger.error(
        {
          err: error,
          requestId,
          trace_id: traceOf(response).traceId,
          method: request.method,
          path: request.path,
        },
        'request failed',
      );
    }
    if (response.headersSent) {
      // A partial response must not look complete. Express would also print the error to stderr.
      response.destroy();
      return;
    }
    render(response, known ?? new ApiError(500, 'Internal server error'));
  };
}

/** The client disconnected or the service stops: nothing failed, and the request log has the reason. */
function isInterrupted(error: unknown): boolean {
  if (!(error instanceof JobFailedError)) return false;
  const { kind } = error.failure;
  return kind === 'cancelled' || kind === 'unavailable';
}

/** A 501 rejects a request that no server would accept; the request log has its reason. */
function isServerFailure(status: number): boolean {
  return status >= 500 && status !== 501;
}

function render(response: Response, error: ApiError): void {
  response.status(error.status);
  for (const [name, value] of Object.entries(error.headers)) response.setHeader(name, value);
  const detail = detailOf(error, ignoredFields(response, error));
  response.locals.reason = reasonOf(error).slice(0, MAX_REASON_LENGTH);
  response.type('application/json').send(JSON.stringify({ detail }));
}

/** Of a request with a wrong body: its fields that the route does not know. */
function ignoredFields(response: Response, { status }: ApiError): readonly AnswerWarning[] {
  if (status !== 400 && status !== 422) return [];
  const find = response.locals.ignoredFields as (() => readonly AnswerWarning[]) | undefined;
  return find?.() ?? [];
}

function detailOf(
  error: ApiError,
  ignored: readonly AnswerWarning[],
): string | readonly ValidationIssue[] {
  if (!(error instanceof ValidationFailedError)) {
    const sentence = /[.!?]$/.test(error.message) ? error.message : `${error.message}.`;
    const hints = ignored.map(({ message }) => message);
    return hints.length === 0 ? error.message : [sentence, ...hints].join(' ');
  }
  const said = new Set(error.issues.map(({ loc }) => loc.join('.')));
  const unknown = ignored.map(({ code, field, message }) => ({
    loc: ['body', ...(field?.split('.') ?? [])],
    msg: message,
    type: code,
  }));
  return [...error.issues, ...unknown.filter(({ loc }) => !said.has(loc.join('.')))];
}

/** The reason for the request log. */
function reasonOf(error: ApiError): string {
  if (!(error instanceof ValidationFailedError)) return error.message;
  return error.issues.map(({ loc, msg }) => `${loc.join('.')}: ${msg}`).join('; ');
}

function asApiError(error: unknown): ApiError | null {
  if (error instanceof ApiError) return error;
  const known = asDomainError(error);
  return known === null ? fromExpress(error) : toApiError(known);
}

function asDomainError(error: unknown): DomainError | null {
  if (error instanceof DomainError) return error;
  if (error instanceof UserError) return invalid(error.message);
  if (error instanceof JobFailedError) return fromJob(error);
  if (error instanceof ObjectNotFoundError) {
    return new DomainError('not_found', 'The stored file is gone');
  }
  return fromDatabase(error) ?? fromObjectStore(error);
}

interface ErrorStatus {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The response of each domain error. */
const STATUSES: Readonly<Record<ErrorCode, ErrorStatus>> = {
  invalid: { status: 400 },
  not_found: { status: 404 },
  conflict: { status: 409 },
  gone: { status: 410 },
  overloaded: { status: 503, headers: RETRY_SOON },
  unavailable: { status: 503, headers: RETRY_SOON },
};

function toApiError({ code, message }: DomainError): ApiError {
  const { status, headers } = STATUSES[code];
  return new ApiError(status, message, headers);
}

/** The error of a preview or upload whose job failed; null for a defect. */
function fromJob({ failure }: JobFailedError): DomainError | null {
  switch (failure.kind) {
    case 'user':
    case 'lost':
    case 'timedOut':
      return invalid(failure.message);
    case 'notFound':
      return new DomainError('not_found', failure.message);
    case 'overloaded':
      return overloaded(failure.message);
    case 'unavailable':
    case 'cancelled':
      return unavailable(failure.message);
    case 'internal':
      return null;
  }
}

/** Express throws a URIError for a path that it cannot decode. */
function fromExpress(error: unknown): ApiError | null {
  return error instanceof URIError
    ? new ApiError(400, 'The path has a broken percent encoding')
    : null;
}
