import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { setTimeout as delay } from 'node:timers/promises';
import { isTransient } from '../../http/http-reasons.ts';
import { backoffMs, MAX_ATTEMPTS, RETRIED_STATUSES } from '../../http/retry-delay.ts';

/** An answer that is no success. */
export class GcsError extends Error {
  override readonly name = 'GcsError';
  readonly status: number;
  /** The first reason that the server gives, as `userProjectMissing`; null: none. */
  readonly reason: string | null;
  constructor(status: number, reason: string | null = null) {
    super(`The server answered ${status}`);
    this.status = status;
    this.reason = reason;
  }
}

export interface GcsRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly url: URL;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer;
}

/** A page of a list has at most 1000 names of 1024 bytes, and escapes are six times as long. */
const MAX_JSON_BYTES = 16 * 1024 * 1024;
const MAX_ERROR_BYTES = 64 * 1024;

const RETRIED: ReadonlySet<number> = new Set([408, 500, ...RETRIED_STATUSES]);

/** The reason of a server that took less than it was sent. */
export const INCOMPLETE = 'incomplete';

/** Sends a request once. @returns the answer, whatever its status; a redirect is not followed */
export async function sendOnce(agent: http.Agent, request: GcsRequest): Promise<IncomingMessage> {
  const { method, url, headers, body } = request;
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const sent = (url.protocol === 'https:' ? https : http).request(url, {
    method,
    agent,
    headers: {
      'User-Agent': 'millrace',
      ...(method === 'GET' ? {} : { 'Content-Length': String(body?.length ?? 0) }),
      ...headers,
    },
  });
  sent.on('response', resolve);
  sent.on('error', reject);
  sent.end(body);
  return await promise;
}

/**
 * Sends a request that may be repeated.
 * @returns the answer of a success
 * @throws GcsError for another answer, or an error of the network
 */
export async function send(agent: http.Agent, request: GcsRequest): Promise<IncomingMessage> {
  return await repeating(async () => {
    const answer = await sendOnce(agent, request);
    const { statusCode: status = 0 } = answer;
    if (status >= 200 && status < 300) return answer;
    throw await errorOf(answer);
  });
}

/** Does work up to four times, with a backoff, while it fails by what passes. @param work gets numbers from 1 */
export async function repeating<T>(work: (attempt: number) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work(attempt);
    } catch (error) {
      if (attempt >= MAX_ATTEMPTS || !isPassing(error)) throw error;
    }
    await delay(backoffMs(attempt));
  }
}

/** Whether the same request may succeed later. */
function isPassing(error: unknown): boolean {
  if (!(error instanceof GcsError)) return isTransient(error);
  return RETRIED.has(error.status) || error.reason === INCOMPLETE;
}

/** The error of an answer, whose body is read. */
export async function errorOf(answer: IncomingMessage): Promise<GcsError> {
  return new GcsError(answer.statusCode ?? 0, await reasonOf(answer));
}

async function reasonOf(answer: IncomingMessage): Promise<string | null> {
  const text = await readText(answer, MAX_ERROR_BYTES).catch(() => '');
  // Only words: what the server says further may repeat a part of the request.
  return (
    /"reason":\s*"(\w{1,64})"/.exec(text)?.[1] ?? /"error":\s*"(\w{1,64})"/.exec(text)?.[1] ?? null
  );
}

/** The JSON of an answer. @throws GcsError when it is none or too long */
export async function readJson(answer: IncomingMessage): Promise<unknown> {
  const text = await readText(answer, MAX_JSON_BYTES);
  try {
    return JSON.parse(text);
  } catch {
    throw new GcsError(answer.statusCode ?? 0, 'notJson');
  }
}

async function readText(answer: IncomingMessage, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    length += chunk.length;
    // Leaving the loop destroys the answer.
    if (length > maxBytes) throw new GcsError(answer.statusCode ?? 0, 'tooLong');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}
