import type { IncomingHttpHeaders } from 'node:http';

/** What the API server says of a request that it refused (meta/v1 Status). */
export interface KubeStatus {
  readonly reason: string;
  readonly message: string;
  readonly retryAfterSeconds: number | null;
}

/** An answer other than 2xx. */
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

/** The name is taken. A 409 can also mean that an update met a newer version: see isConflict. */
export function isAlreadyExists(error: unknown): boolean {
  return error instanceof KubeApiError && error.reason === 'AlreadyExists';
}

export function isConflict(error: unknown): boolean {
  return error instanceof KubeApiError && error.reason === 'Conflict';
}

/** The resource version asked for is too old: list anew. */
export function isExpired(error: unknown): boolean {
  return error instanceof KubeApiError && (error.code === 410 || error.reason === 'Expired');
}

/** The request has a part that this server does not know or allow. */
export function isInvalid(error: unknown): boolean {
  return error instanceof KubeApiError && error.code === 422;
}

/** The server will not have the object as it is: malformed, invalid, or forbidden by a quota or a policy. */
export function isAdmissionRejection(error: unknown): error is KubeApiError {
  return error instanceof KubeApiError && [400, 403, 422].includes(error.code);
}

/**
 * Whoever runs the cluster must change something before such a request is taken: also a namespace, a
 * definition or a permission that is missing. Conflicts and an overloaded server go by themselves.
 */
export function isRejection(error: unknown): error is KubeApiError {
  return error instanceof KubeApiError && [400, 403, 404, 422].includes(error.code);
}

/** No server has asked for more in earnest; timers take a month for no time at all. */
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
