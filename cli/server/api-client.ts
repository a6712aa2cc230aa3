import { Readable } from 'node:stream';
import type { ServerAddress } from './address.ts';
import { ROUTES, type AnswerOf, type Call, type OperationId } from './operations.ts';
import { retryingChange, retryingRead } from './retrying.ts';
import { AnswerError, refused, unreachable } from './server-error.ts';

/** The longest wait for an answer that is not a file. */
const ANSWER_WITHIN_MS = 60_000;
/** The largest answer that is held in memory. */
const LARGEST_ANSWER_BYTES = 256 * 1024 * 1024;

/** An answer in JSON, and the text of it as it came: numbers beyond 2^53 keep their digits there. */
export interface JsonAnswer<T> {
  readonly data: T;
  readonly text: string;
}

interface Sending {
  /**
   * Whether what is no read may be sent again: asked before each repeat, since another server may
   * answer by then. Absent: it is sent once.
   */
  readonly mayRepeat?: () => Promise<boolean>;
}

/** The HTTP API of a service. Requests and answers have the types of its OpenAPI document. */
export class ApiClient {
  readonly address: ServerAddress;

  constructor(address: ServerAddress) {
    this.address = address;
  }

  /**
   * Calls an operation; a read again when the service is busy or the connection broke.
   * @throws AnswerError when the service refuses, UnreachableError when no answer comes
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
    return methodOf(id) === 'GET'
      ? await retryingRead(send)
      : await retryingChange(send, mayRepeat);
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
    const json = body === undefined ? {} : { 'Content-Type': 'application/json' };
    return await opened(this.address, urlOf(this.address, id, where), {
      method: methodOf(id),
      headers: { ...json, ...headers },
      body: body === undefined ? null : JSON.stringify(body),
      signal,
    });
  }

  /**
   * The OpenAPI document of the service, asked for once.
   * @throws AnswerError when the service refuses, UnreachableError when no answer comes
   */
  async document(): Promise<OpenApiPaths> {
    const { address } = this;
    const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
    const response = await opened(address, `${address.url}/openapi.json`, { signal });
    return jsonAnswer<OpenApiPaths>(address, await read(address, response)).data;
  }
}

/** What is read of an OpenAPI document. It comes from any server: nothing in it is certain. */
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
