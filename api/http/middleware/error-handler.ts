import type { ErrorRequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { DomainError, invalid, unavailable, type ErrorCode } from '../../domain/errors.ts';
import { UserError } from '../../../runner/domain/errors.ts';
import { ObjectNotFoundError } from '../../../runner/storage/object-store.ts';
import { JobFailedError } from '../../execution/executors/executor.ts';
import { fromDatabase } from '../../domain/database-errors.ts';
import { fromObjectStore } from '../../domain/object-store-errors.ts';
import { ApiError, RETRY_SOON, ValidationFailedError } from '../errors.ts';
import { traceOf } from './trace-context.ts';

/** Characters of a message that the log of requests repeats. */
const LONGEST_REASON = 500;

/** Renders every failure in the API's shape. What it does not know is a defect: logged, told as 500. */
export function errorHandler(logger: Logger): ErrorRequestHandler {
  // eslint-disable-next-line @typescript-eslint/no-unused-vars -- Express knows an error handler by its four parameters.
  return function renderError(error: unknown, request, response, _next): void {
    const known = asApiError(error);
    const isFailure = known === null || isOurs(known.status) || response.headersSent;
    if (isFailure && !isAbandoned(error)) {
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
      // Half an answer must not look whole. Express would print the error beside the log.
      response.destroy();
      return;
    }
    render(response, known ?? new ApiError(500, 'Internal server error'));
  };
}

/** Its caller has gone, so nothing failed and nobody reads the answer. */
function isAbandoned(error: unknown): boolean {
  return error instanceof JobFailedError && error.failure.kind === 'cancelled';
}

/** 501 is a request that nobody serves: the log of requests has its reason. */
function isOurs(status: number): boolean {
  return status >= 500 && status !== 501;
}

function render(response: Response, error: ApiError): void {
  response.status(error.status);
  for (const [name, value] of Object.entries(error.headers)) response.setHeader(name, value);
  const detail = error instanceof ValidationFailedError ? error.issues : error.message;
  response.locals.reason = reasonOf(error).slice(0, LONGEST_REASON);
  response.type('application/json').send(JSON.stringify({ detail }));
}

/** For the log of requests. */
function reasonOf(error: ApiError): string {
  if (!(error instanceof ValidationFailedError)) return error.message;
  return error.issues.map(({ loc, msg }) => `${loc.join('.')}: ${msg}`).join('; ');
}

function asApiError(error: unknown): ApiError | null {
  if (error instanceof ApiError) return error;
  const known = asDomainError(error);
  return known === null ? fromExpress(error) : answerOf(known);
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

const STATUS: Readonly<Record<ErrorCode, number>> = {
  invalid: 400,
  not_found: 404,
  conflict: 409,
  gone: 410,
  unavailable: 503,
};

function answerOf({ code, message }: DomainError): ApiError {
  return new ApiError(STATUS[code], message, code === 'unavailable' ? RETRY_SOON : {});
}

/** Why a preview or an upload gave no result. */
function fromJob({ failure }: JobFailedError): DomainError | null {
  switch (failure.kind) {
    case 'user':
    case 'lost':
    case 'timedOut':
      return invalid(failure.message);
    case 'notFound':
      return new DomainError('not_found', failure.message);
    case 'unavailable':
    case 'cancelled':
      return unavailable(failure.message);
    case 'internal':
      return null;
  }
}

/** Express refuses paths that it cannot decode. */
function fromExpress(error: unknown): ApiError | null {
  return error instanceof URIError
    ? new ApiError(400, 'The path has a broken percent encoding')
    : null;
}
