import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import type { ServerAddress } from './address.ts';
import { ROUTES, type AnswerOf, type Call, type OperationId } from './operations.ts';
import {
  AnswerError,
  isAnswerLost,
  refused,
  unreachable,
  UnreachableError,
} from './server-error.ts';

/** The longest wait for an answer that is not a file. */
const ANSWER_WITHIN_MS = 60_000;
/** The largest answer that is held in memory. */
const LARGEST_ANSWER_BYTES = 256 * 1024 * 1024;
const TRIES = 4;
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 5_000;
/** Answers of what is busy or starts: the same request can succeed a moment later. */
const PASSING: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/** An answer in JSON, and the text of it as it came: numbers beyond 2^53 keep their digits there. */
export interface JsonAnswer<T> {
  readonly data: T;
  readonly text: string;
}

interface Sending {
  /** Aborts the request and the answer. */
  readonly signal?: AbortSignal;
  /** Whether it may be sent again when no answer came. Default: when it only reads. */
  readonly repeatable?: boolean;
}

/** The HTTP API of a service. Requests and answers have the types of its OpenAPI document. */
export class ApiClient {
  readonly address: ServerAddress;

  constructor(address: ServerAddress) {
    this.address = address;
  }

  /**
   * Calls an operation; one that is repeatable again when the service is busy or the connection broke.
   * @throws AnswerError when the service refuses, UnreachableError when no answer comes
   */
  async call<Id extends OperationId>(
    id: Id,
    call: Call<Id>,
    { repeatable = ROUTES[id].startsWith('GET ') }: Sending = {},
  ): Promise<JsonAnswer<AnswerOf<Id>>> {
    return await retrying(repeatable ? TRIES : 1, async () => {
      const response = await this.open(id, call, AbortSignal.timeout(ANSWER_WITHIN_MS));
      return jsonAnswer<Id>(this.address, {
        status: response.status,
        text: await textOf(this.address, bodyOf(response)),
      });
    });
  }

  /**
   * Calls an operation once and leaves its answer to be read as it comes, however long that takes.
   * @throws AnswerError when the service refuses, UnreachableError when no answer comes
   */
  async open<Id extends OperationId>(
    id: Id,
    { body, headers = {}, ...where }: Call<Id>,
    signal: AbortSignal | null = null,
  ): Promise<Response> {
    const { address } = this;
    const json = body === undefined ? {} : { 'Content-Type': 'application/json' };
    const response = await fetch(urlOf(address, id, where), {
      method: methodOf(id),
      headers: { ...authorization(address), ...json, ...headers },
      body: body === undefined ? null : JSON.stringify(body),
      redirect: 'manual',
      signal,
    }).catch((error: unknown) => {
      throw unreachable(address, error);
    });
    if (response.ok) return response;
    throw refused(address, {
      status: response.status,
      headers: response.headers,
      text: await textOf(address, bodyOf(response)),
    });
  }
}

/**
 * The whole body of an answer.
 * @throws UnreachableError when it breaks off, AnswerError when it is longer than any of the service's
 */
export async function textOf(
  address: ServerAddress,
  body: AsyncIterable<Uint8Array>,
): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const chunk of body) {
      bytes += chunk.length;
      if (bytes > LARGEST_ANSWER_BYTES) throw notMillrace(address, 0);
      chunks.push(chunk);
    }
  } catch (error) {
    throw error instanceof AnswerError ? error : unreachable(address, error);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** @throws AnswerError when the text is not JSON, as that of a web page at a wrong address */
export function jsonAnswer<Id extends OperationId>(
  address: ServerAddress,
  { status, text }: { readonly status: number; readonly text: string },
): JsonAnswer<AnswerOf<Id>> {
  try {
    return { data: JSON.parse(text) as AnswerOf<Id>, text };
  } catch {
    throw notMillrace(address, status);
  }
}

/** The body of an answer as it comes; nothing when it has none. */
export function bodyOf(response: Response): AsyncIterable<Uint8Array> {
  return (response.body as AsyncIterable<Uint8Array> | null) ?? Readable.from([]);
}

/** What shows a service that the caller may use it. */
export function authorization({ token }: ServerAddress): Record<string, string> {
  return token === null ? {} : { Authorization: `Bearer ${token}` };
}

function notMillrace({ url }: ServerAddress, status: number): AnswerError {
  return new AnswerError(
    `What answers at ${url} is no Millrace service. Check the URL in --server or SERVICE_URL.`,
    status,
  );
}

interface Where {
  readonly path?: object | undefined;
  readonly query?: object | undefined;
}

/** Where an operation is, with the values of its path and its query. */
export function urlOf(address: ServerAddress, id: OperationId, where: Where): string {
  const [, path = ''] = ROUTES[id].split(' ');
  const values = new Map(Object.entries(where.path ?? {}));
  const filled = path.replaceAll(/\{(\w+)\}/g, (_all, name: string) =>
    encodeURIComponent(String(values.get(name))),
  );
  const query = new URLSearchParams(
    Object.entries(where.query ?? {}).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, String(value)]],
    ),
  ).toString();
  return `${address.url}${filled}${query === '' ? '' : `?${query}`}`;
}

function methodOf(id: OperationId): string {
  return ROUTES[id].split(' ')[0] ?? 'GET';
}

async function retrying<T>(tries: number, work: () => Promise<T>): Promise<T> {
  // Once an answer was lost, the request may have been carried out: that is told, not what came later.
  let lost: Error | null = null;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (isAnswerLost(error)) lost = error;
      const asked = passing(error, lost !== null);
      if (asked === null) throw error;
      if (attempt >= tries) throw lost ?? error;
      await pause(Math.min(asked || FIRST_PAUSE_MS * 2 ** (attempt - 1), LONGEST_PAUSE_MS));
    }
  }
}

/**
 * How long the service asks to wait, 0 when it does not say; null: trying again is of no use.
 * @param wasThere whether a request arrived before: a service that is away since may be restarting
 */
function passing(error: unknown, wasThere: boolean): number | null {
  if (error instanceof UnreachableError) return error.isAway && !wasThere ? null : 0;
  if (error instanceof AnswerError && PASSING.has(error.status)) return error.retryAfterMs ?? 0;
  return null;
}
