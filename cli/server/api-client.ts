import { Readable } from 'node:stream';
import type { ServerAddress } from './address.ts';
import { ROUTES, type AnswerOf, type Call, type OperationId } from './operations.ts';
import { retryChange, retryRead } from './retry-request.ts';
import { AnswerError, refused, unreachable } from './server-error.ts';

/** Timeout of a response that is not a file. */
const ANSWER_WITHIN_MS = 60_000;
/** Maximum size of a response in memory. */
const LARGEST_ANSWER_BYTES = 256 * 1024 * 1024;

/** A JSON response and its text, which preserves the digits of numbers beyond 2^53. */
export interface JsonAnswer<T> {
  readonly data: T;
  readonly text: string;
}

interface Sending {
  /**
   * Reports whether a change may be retried; called before each retry, because another server may answer
   * then. Absent: no retries.
   */
  readonly mayRepeat?: () => Promise<boolean>;
}

/** A client of the HTTP API. Requests and responses have the types of its OpenAPI document. */
export class ApiClient {
  readonly address: ServerAddress;

  constructor(address: ServerAddress) {
    this.address = address;
  }

  /**
   * Calls an operation. Retries a read when the server is busy or the connection breaks.
   * @throws AnswerError when the server rejects the request
   * @throws UnreachableError when there is no response
   */
  async call<Id extends OperationId>(
    id: Id,
    call: Call<Id>,
    { mayRepeat = () => Promise.resolve(false) }: Sending = {},
  ): Promise<JsonAnswer<AnswerOf<Id>>> {
    const send = async (): Promise<JsonAnswer<AnswerOf<Id>>> => {
      const response = await this.open(id, call, AbortSignal.timeout(ANSWER_WITHIN_MS));
      return jsonAnswer<AnswerOf<Id>>(this.address, await read(this.address, response));
    };
    return methodOf(id) === 'GET' ? await retryRead(send) : await retryChange(send, mayRepeat);
  }

  /**
   * Calls an operation once and returns its response for streaming, without a timeout.
   * @throws AnswerError when the server rejects the request
   * @throws UnreachableError when there is no response
   */
  async open<Id extends OperationId>(
    id: Id,
    { body, headers = {}, ...where }: Call<Id>,
    signal: AbortSignal | null = null,
  ): Promise<Response> {
    const json = body === undefined ? {} : { 'Content-Type': 'application/json' };
    return await opened(this.address, urlOf(this.address, id, where), {
      method: methodOf(id),
      headers: { ...json, ...headers },
      body: body === undefined ? null : JSON.stringify(body),
      signal,
    });
  }

  /**
   * Returns the OpenAPI document of the server, fetched once.
   * @throws AnswerError when the server rejects the request
   * @throws UnreachableError when there is no response
   */
  async document(): Promise<OpenApiPaths> {
    const { address } = this;
    const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
    const response = await opened(address, `${address.url}/openapi.json`, { signal });
    return jsonAnswer<OpenApiPaths>(address, await read(address, response)).data;
  }
}

/** The part of an OpenAPI document that is used. Any server may have sent it, so nothing is guaranteed. */
export interface OpenApiPaths {
  readonly paths?: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>;
}

interface OpenApiOperation {
  readonly parameters?: readonly { readonly name?: unknown; readonly in?: unknown }[];
}

interface Request extends Pick<RequestInit, 'method' | 'body' | 'signal'> {
  readonly headers?: Readonly<Record<string, string>>;
}

async function opened(
  address: ServerAddress,
  url: string,
  { headers = {}, ...init }: Request,
): Promise<Response> {
  const response = await fetch(url, {
    ...init,
    headers: { ...authorization(address), ...headers },
    redirect: 'manual',
  }).catch((error: unknown) => {
    throw unreachable(address, error);
  });
  if (response.ok) return response;
  const { status, text } = await read(address, response);
  throw refused(address, { status, headers: response.headers, text });
}

async function read(
  address: ServerAddress,
  response: Response,
): Promise<{ readonly status: number; readonly text: string }> {
  return { status: response.status, text: await textOf(address, bodyOf(response)) };
}

/**
 * Reads the body of a response.
 * @throws UnreachableError when the connection breaks
 * @throws AnswerError when the body exceeds the maximum size
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

/** @throws AnswerError when the text is not JSON, such as a web page at a wrong address */
export function jsonAnswer<T>(
  address: ServerAddress,
  { status, text }: { readonly status: number; readonly text: string },
): JsonAnswer<T> {
  try {
    return { data: JSON.parse(text) as T, text };
  } catch {
    throw notMillrace(address, status);
  }
}

/** Streams the body of a response, which may be absent. */
export function bodyOf(response: Response): AsyncIterable<Uint8Array> {
  return (response.body as AsyncIterable<Uint8Array> | null) ?? Readable.from([]);
}

/** Returns the header with the token. */
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

/** Returns the URL of an operation with its path and query parameters. */
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
