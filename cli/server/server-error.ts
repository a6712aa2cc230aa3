import { UserError } from '../../runner/domain/errors.ts';
import { errorCode } from '../../runner/domain/error-code.ts';
import { plainText } from '../plain-text.ts';
import type { ServerAddress } from './address.ts';

/** The server rejected a request. */
export class AnswerError extends UserError {
  override readonly name = 'AnswerError';
  readonly status: number;
  /** The delay that the server requests before a retry; null without a request. */
  readonly retryAfterMs: number | null;

  constructor(message: string, status: number, retryAfterMs: number | null = null) {
    super(message);
    this.status = status;
    this.retryAfterMs = retryAfterMs;
  }
}

/** There was no response, or it was incomplete. */
export class UnreachableError extends UserError {
  override readonly name = 'UnreachableError';
  /** The message without the advice. */
  readonly happened: string;
  /** True when the request cannot have arrived, so a retry is useless. */
  readonly isAway: boolean;

  constructor(
    { happened, advice }: { readonly happened: string; readonly advice: string },
    options: { readonly cause: unknown; readonly isAway: boolean },
  ) {
    super(`${happened} ${advice}`, { cause: options.cause });
    this.happened = happened;
    this.isAway = options.isAway;
  }
}

const AWAY: ReadonlySet<string | undefined> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** Describes a request without a response in a sentence with the URL. */
export function unreachable({ url }: ServerAddress, error: unknown): UnreachableError {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  const code = errorCode(cause);
  if (AWAY.has(code)) {
    return new UnreachableError(
      {
        happened: `No server answers at ${url} (${code}).`,
        advice: 'Start one with "npm start", or name another with --server or SERVICE_URL.',
      },
      { cause, isAway: true },
    );
  }
  const isLate = error instanceof DOMException && error.name === 'TimeoutError';
  const reason = code ?? (cause instanceof Error ? cause.message : String(cause));
  return new UnreachableError(
    isLate
      ? {
          happened: `The server at ${url} did not answer in time.`,
          advice: `Try again, or check ${url}/health.`,
        }
      : {
          happened: `The connection to ${url} failed (${plainText(reason)}).`,
          advice: 'Check the URL, then try again.',
        },
    { cause, isAway: false },
  );
}

/** Status codes of a proxy whose server may have executed the request. */
const LOST: ReadonlySet<number> = new Set([502, 504]);

/** Reports whether the server may have executed the request although its response was lost. */
export function isAnswerLost(error: unknown): error is UnreachableError | AnswerError {
  if (error instanceof UnreachableError) return !error.isAway;
  return error instanceof AnswerError && LOST.has(error.status);
}

/**
 * Runs a request that must not be repeated accidentally.
 * @param advice what to do, instead of a retry, when the response is lost
 */
export async function withLostAnswerAdvice<T>(advice: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isAnswerLost(error)) throw error;
    if (error instanceof AnswerError) {
      throw new AnswerError(`${error.message} ${advice}`, error.status, error.retryAfterMs);
    }
    const { happened, cause, isAway } = error;
    throw new UnreachableError({ happened, advice }, { cause, isAway });
  }
}

interface Refusal {
  readonly status: number;
  readonly headers: Headers;
  /** The body, possibly truncated. */
  readonly text: string;
}

/** Creates an error from the server's message, with advice if the message has none. */
export function refused(address: ServerAddress, answer: Refusal): AnswerError {
  const { status, headers } = answer;
  const seconds = Number(headers.get('retry-after') ?? '');
  const wait = Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : null;
  return new AnswerError(withoutToken(address, sentence(address, answer)), status, wait);
}

/** Redirects are not followed, because another host must not receive the token. */
function redirected({ url }: ServerAddress, location: string | null): string {
  return `The server at ${url} sends its callers to another address${location === null ? '' : `, ${plainText(location)}`}. Give the URL of the service itself with --server.`;
}

function sentence(address: ServerAddress, { status, headers, text }: Refusal): string {
  const { url } = address;
  if (status >= 300 && status < 400) return redirected(address, headers.get('location'));
  if (status === 401) {
    return address.token === null
      ? `The server at ${url} asks for a token. Set SERVICE_API_TOKEN.`
      : `The server at ${url} does not accept the token in SERVICE_API_TOKEN.`;
  }
  const detail = detailIn(text);
  return detail === null
    ? `The server at ${url} answered ${status} without a reason. Check that the URL is that of a Millrace service.`
    : plainText(detail);
}

/** Formats `detail` of a response: a text or a list of problems. */
function detailIn(text: string): string | null {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof body !== 'object' || body === null || !('detail' in body)) return null;
  const { detail } = body;
  if (typeof detail === 'string') return detail;
  return Array.isArray(detail) ? detail.map(issueText).join('; ') : null;
}

function issueText(issue: unknown): string {
  if (typeof issue !== 'object' || issue === null) return String(issue);
  const { loc, msg } = issue as { readonly loc?: unknown; readonly msg?: unknown };
  const place = Array.isArray(loc) ? loc.slice(1).join('.') : '';
  return `${place === '' ? '' : `${place}: `}${String(msg)}`;
}

/** Redacts the token, because a proxy may repeat the request in its response. */
function withoutToken({ token }: ServerAddress, text: string): string {
  return token === null ? text : text.replaceAll(token, '***');
}
