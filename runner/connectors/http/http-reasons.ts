import { errorCode } from '../../domain/error-code.ts';
import { networkReason } from '../network-reason.ts';
import { PRIVATE_HOST_REASON, PrivateHostError } from './public-hosts.ts';

const STATUS_REASONS: Readonly<Record<number, string>> = {
  202: 'the server has accepted the request, but has no answer yet',
  400: 'the server rejects the request',
  401: 'the server asks for another key, token or password',
  403: 'the server does not allow this with the given key, token or user',
  404: 'the server has nothing at this path',
  429: 'the server limits the number of requests',
};

/** Codes of sockets that were closed, also in the middle of an answer. */
const CLOSED: ReadonlySet<string> = new Set(['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE']);

const TLS = 'the server does not speak TLS as it should; check http or https in the address';

const REASONS: Readonly<Record<string, string>> = {
  ERR_STREAM_PREMATURE_CLOSE: 'the server closed the connection in the middle of its answer',
  HPE_HEADER_OVERFLOW: 'the header of the answer is too long',
};

/** Reasons by how codes begin. */
const BEGINNINGS: Readonly<Record<string, string>> = {
  HPE_: 'the answer is no HTTP',
  Z_: 'the compressed answer is damaged',
  ERR_BROTLI: 'the compressed answer is damaged',
  ERR__ERROR_FORMAT: 'the compressed answer is damaged',
  ERR_SSL: TLS,
  ERR_TLS: TLS,
  EPROTO: TLS,
};

/** What a status means, as the rest of a sentence. */
export function statusReason(status: number): string {
  const reason = STATUS_REASONS[status];
  if (reason !== undefined) return `${reason} (status ${status})`;
  return status >= 500
    ? `the server failed (status ${status})`
    : `the server answered with the status ${status}`;
}

/** Whether the same request may succeed at once, since only its connection was lost. */
export function isTransient(error: unknown): boolean {
  return CLOSED.has(errorCode(error) ?? '');
}

/** Why a request failed, as the rest of a sentence; null for an error of another origin. */
export function httpReason(error: unknown): string | null {
  if (error instanceof PrivateHostError) return PRIVATE_HOST_REASON;
  const code = errorCode(error) ?? '';
  const beginning = Object.keys(BEGINNINGS).find((start) => code.startsWith(start));
  return REASONS[code] ?? networkReason(error) ?? BEGINNINGS[beginning ?? ''] ?? null;
}
