import type { IncomingHttpHeaders } from 'node:http';

/** The error of a request (meta/v1 Status). */
export interface KubeStatus {
  readonly reason: string;
  readonly message: string;
  readonly retryAfterSeconds: number | null;
}

/** A response other than 2xx. */
export class KubeApiError extends Error {
  override readonly name = 'KubeApiError';
  /** HTTP status. */
  readonly code: number;
  /** E.g. `AlreadyExists`, `Conflict`, `NotFound`, `Expired`, `Forbidden`. */
  readonly reason: string;
  readonly retryAfterSeconds: number | null;

  constructor(code: number, status: KubeStatus) {
    super(status.message);
    this.code = code;
    this.reason = status.reason;
    this.retryAfterSeconds = status.retryAfterSeconds;
  }
}

export function isNotFound(error: unknown): boolean {
  return error instanceof KubeApiError && error.code === 404;
}

/** Whether an object of that name exists. A 409 can also be a conflict of versions: see isConflict. */
export function isAlreadyExists(error: unknown): boolean {
  return error instanceof KubeApiError && error.reason === 'AlreadyExists';
}

/** Whether the object has changed since it was read. */
export function isConflict(error: unknown): boolean {
  return error instanceof KubeApiError && error.reason === 'Conflict';
}

/** Whether the requested resource version is too old, so a relist is needed. */
export function isExpired(error: unknown): boolean {
  return error instanceof KubeApiError && (error.code === 410 || error.reason === 'Expired');
}

/** Whether the server rejects a field or parameter of the request as unknown or invalid. */
export function isInvalid(error: unknown): boolean {
  return error instanceof KubeApiError && error.code === 422;
}

/** Whether the server rejects the object: malformed, invalid, or forbidden by a quota or a policy. */
export function isAdmissionRejection(error: unknown): error is KubeApiError {
  return error instanceof KubeApiError && [400, 403, 422].includes(error.code);
}

/**
 * Whether an administrator must act before the request can succeed: an admission rejection, or a missing
 * namespace, definition or permission. Conflicts and overload pass by themselves.
 */
export function isRejection(error: unknown): error is KubeApiError {
  return error instanceof KubeApiError && [400, 403, 404, 422].includes(error.code);
}

/** Bounds `Retry-After`: timers treat delays above 24 days as zero. */
const MAX_RETRY_AFTER_SECONDS = 300;

interface Answer {
  readonly statusCode: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: { text(): Promise<string> };
}

export async function readStatus(answer: Answer): Promise<KubeStatus> {
  const text = await answer.body.text();
  const after = Number(answer.headers['retry-after'] ?? Number.NaN);
  const retryAfterSeconds = Number.isFinite(after)
    ? Math.min(after, MAX_RETRY_AFTER_SECONDS)
    : null;
  return { ...parseStatus(text, answer.statusCode), retryAfterSeconds };
}

function parseStatus(text: string, code: number): { reason: string; message: string } {
  try {
    const status = JSON.parse(text) as { reason?: unknown; message?: unknown };
    const message = typeof status.message === 'string' ? status.message : text;
    return { reason: typeof status.reason === 'string' ? status.reason : 'Unknown', message };
  } catch {
    return { reason: 'Unknown', message: `HTTP ${code}: ${text.slice(0, 500)}` };
  }
}
