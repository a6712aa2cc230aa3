import { UserError } from '../../runner/domain/errors.ts';
import { errorCode } from '../../runner/domain/error-code.ts';
import { plainText } from '../plain-text.ts';
import type { ServerAddress } from './address.ts';

/** A service answered that it does not do what was asked. */
export class AnswerError extends UserError {
  override readonly name = 'AnswerError';
  readonly status: number;
  /** How long the service asks to wait; null: it does not say. */
  readonly retryAfterMs: number | null;

  constructor(message: string, status: number, retryAfterMs: number | null = null) {
    super(message);
    this.status = status;
    this.retryAfterMs = retryAfterMs;
  }
}

/** No answer came, or it broke off. */
export class UnreachableError extends UserError {
  override readonly name = 'UnreachableError';
  /** The first part of the message, without what to do. */
  readonly happened: string;
  /** Whether the request cannot have arrived, so that asking again is of no use. */
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

/** What became of a request that no answer came to, in a sentence with the URL. */
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
          advice: `Try again, or look at ${url}/health.`,
        }
      : {
          happened: `The connection to ${url} failed (${plainText(reason)}).`,
          advice: 'Check the URL, then try again.',
        },
    { cause, isAway: false },
  );
}

/** Answers of a proxy whose server may have done what was asked. */
const LOST: ReadonlySet<number> = new Set([502, 504]);

/** Whether the request may have been carried out although no answer of the service came. */
export function isAnswerLost(error: unknown): error is UnreachableError | AnswerError {
  if (error instanceof UnreachableError) return !error.isAway;
  return error instanceof AnswerError && LOST.has(error.status);
}

/**
 * Does what must not be done twice by mistake.
 * @param advice what to do when its answer is lost, in place of trying again
 */
export async function notRepeatable<T>(advice: string, work: () => Promise<T>): Promise<T> {
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
  /** The body, or its beginning. */
  readonly text: string;
}

/** A refusal of a service in its own words, with what to do where they do not say it. */
export function refused(address: ServerAddress, answer: Refusal): AnswerError {
  const { status, headers } = answer;
  const seconds = Number(headers.get('retry-after') ?? '');
  const wait = Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : null;
  return new AnswerError(withoutToken(address, sentence(address, answer)), status, wait);
}

/** Another host must not get the token, so that no redirect is followed. */
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

/** `detail` of an answer: a text, or a list of what is wrong with the request. */
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

/** Something between here and the service may repeat what it was sent. */
function withoutToken({ token }: ServerAddress, text: string): string {
  return token === null ? text : text.replaceAll(token, '***');
}
