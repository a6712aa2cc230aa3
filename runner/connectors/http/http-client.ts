import { createWriteStream } from 'node:fs';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { UserError } from '../../domain/errors.ts';
import type { TrustedAuthorities } from '../ca-certificate.ts';
import type { ByteBudget } from './byte-budget.ts';
import { bodyHead } from './body-head.ts';
import { ACCEPTED_ENCODINGS, decoderOf } from './decoded-body.ts';
import { isTransient, statusReason } from './http-reasons.ts';
import { checkedLookup, refuseKnownHost, type AddressCheck } from './public-hosts.ts';
import {
  ACCEPTED_STATUS,
  backoffMs,
  MAX_ATTEMPTS,
  MAX_RETRY_AFTER_SECONDS,
  RETRIED_STATUSES,
  retryAfterSeconds,
} from './retry-delay.ts';

/** What requests may reach, and how long one may take. */
export interface HttpRules extends TrustedAuthorities {
  readonly isRefused: AddressCheck;
  readonly verifyTls: boolean;
  /** For one attempt, from its start to the last byte of the body. */
  readonly timeoutSeconds: number;
}

/** What tests replace. */
export interface HttpDeps {
  readonly lookup?: LookupFunction;
  readonly sleep?: (ms: number) => Promise<unknown>;
}

export interface HttpGet {
  readonly url: URL;
  /** Sent to the origin of the URL only, not to another one that it redirects to. */
  readonly headers: Readonly<Record<string, string>>;
  /** Receives the decoded body. */
  readonly file: string;
  readonly budget: ByteBudget;
  /** Default: several, with a backoff. */
  readonly maxAttempts?: number;
  /** Further statuses that are no failure. What comes with them is no data: see `HttpAnswer.refusal`. */
  readonly accepted?: readonly number[];
}

export type AnswerHeaders = Readonly<Record<string, string>>;

export interface HttpAnswer {
  readonly status: number;
  /** In lower case; empty: none. */
  readonly contentType: string;
  /** By their names in lower case; repeated ones are joined with commas. */
  readonly headers: AnswerHeaders;
  /** How the body of an accepted status begins, instead of the file; null: the status is a success. */
  readonly refusal: string | null;
}

const MAX_REDIRECTS = 5;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Sends GET requests and writes what servers answer into files. */
export class HttpClient {
  readonly #rules: HttpRules;
  readonly #lookup: LookupFunction;
  readonly #sleep: (ms: number) => Promise<unknown>;
  readonly #agents = {
    'http:': new http.Agent({ keepAlive: true }),
    'https:': new https.Agent({ keepAlive: true }),
  };

  constructor(rules: HttpRules, { lookup, sleep = delay }: HttpDeps = {}) {
    this.#rules = rules;
    this.#lookup = checkedLookup(rules.isRefused, lookup);
    this.#sleep = sleep;
  }

  /**
   * Gets a body. It follows redirects, and repeats a request after errors that pass.
   * @throws UserError for a status that is no success, PrivateHostError, or an error of the network
   */
  async get(request: HttpGet): Promise<HttpAnswer> {
    const { maxAttempts = MAX_ATTEMPTS } = request;
    for (let attempt = 1; ; attempt++) {
      const pauseMs = await this.#attempt(request, attempt < maxAttempts ? attempt : null);
      if (typeof pauseMs !== 'number') return pauseMs;
      await this.#sleep(pauseMs);
    }
  }

  /** Closes the idle connections. */
  close(): void {
    for (const agent of Object.values(this.#agents)) agent.destroy();
  }

  /** @param attempt null: the last one @returns the answer, or the milliseconds to wait before the next attempt */
  async #attempt(request: HttpGet, attempt: number | null): Promise<HttpAnswer | number> {
    const { timeoutSeconds } = this.#rules;
    const signal = AbortSignal.timeout(timeoutSeconds * 1000);
    try {
      const response = await this.#followed(request, signal);
      return (await saved(response, request)) ?? pauseOf(response, attempt);
    } catch (error) {
      if (signal.aborted) {
        throw new UserError(`the server did not answer within ${timeoutSeconds} seconds`);
      }
      if (attempt === null || !isTransient(error)) throw error;
      return backoffMs(attempt);
    }
  }

  async #followed({ url, headers }: HttpGet, signal: AbortSignal): Promise<IncomingMessage> {
    let target = url;
    let own = headers;
    for (let count = 0; count <= MAX_REDIRECTS; count++) {
      const response = await this.#send(target, own, signal);
      if (!REDIRECTS.has(response.statusCode ?? 0)) return response;
      response.destroy();
      target = redirectTarget(response, target);
      if (target.origin !== url.origin) own = {};
    }
    throw new UserError(`the server redirects more than ${MAX_REDIRECTS} times`);
  }

  async #send(
    url: URL,
    own: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<IncomingMessage> {
    refuseKnownHost(url, this.#rules.isRefused);
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    const isTls = url.protocol === 'https:';
    const request = (isTls ? https : http).request(url, {
      agent: this.#agents[isTls ? 'https:' : 'http:'],
      headers: { 'User-Agent': 'millrace', 'Accept-Encoding': ACCEPTED_ENCODINGS, ...own },
      lookup: this.#lookup,
      rejectUnauthorized: this.#rules.verifyTls,
      ...(this.#rules.ca === undefined ? {} : { ca: this.#rules.ca }),
      signal,
    });
    request.on('response', resolve);
    request.on('error', reject);
    request.end();
    return await promise;
  }
}

/** @throws UserError for a target that is no URL of the web */
function redirectTarget({ headers }: IncomingMessage, from: URL): URL {
  const target = URL.parse(headers.location ?? '', from.href);
  if (target !== null && /^https?:$/.test(target.protocol)) return target;
  throw new UserError('the server redirects to something that is no address of the web');
}

/** Saves the body of a success. @returns null for a status that is a failure */
async function saved(response: IncomingMessage, request: HttpGet): Promise<HttpAnswer | null> {
  const { statusCode: status = 0 } = response;
  const headers = headersOf(response);
  const facts = { status, contentType: headers['content-type']?.toLowerCase() ?? '', headers };
  if (status >= 200 && status < 300 && status !== ACCEPTED_STATUS) {
    await save(response, request);
    return { ...facts, refusal: null };
  }
  if (request.accepted?.includes(status) === true) {
    return { ...facts, refusal: await bodyHead(response) };
  }
  response.destroy();
  return null;
}

/** Node joins repeated ones with commas, but declares this only of some headers. */
function headersOf({ headers }: IncomingMessage): AnswerHeaders {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, [value ?? []].flat().join(', ')]),
  );
}

/**
 * How long to wait after a status that is a failure.
 * @throws UserError unless the same request may succeed soon
 */
function pauseOf(
  { headers, statusCode: status = 0 }: IncomingMessage,
  attempt: number | null,
): number {
  if (attempt === null || !RETRIED_STATUSES.has(status)) throw new UserError(statusReason(status));
  const seconds = retryAfterSeconds(headers, Date.now());
  if (seconds === null) return backoffMs(attempt);
  if (seconds <= MAX_RETRY_AFTER_SECONDS) return seconds * 1000;
  throw new UserError(
    `${statusReason(status)}; it asks to wait for ${Math.ceil(seconds)} seconds, so try again later`,
  );
}

async function save(response: IncomingMessage, { file, budget }: HttpGet): Promise<void> {
  const decoder = decoderOf(response);
  const target = createWriteStream(file);
  if (decoder === null) await pipeline(response, budget.meter(), target);
  // Both sides are bounded: a small body may decode to a huge one, and an endless one to nothing.
  else await pipeline(response, budget.meter(), decoder, budget.meter(), target);
}
