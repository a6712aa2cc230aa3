import type { Agent, IncomingMessage } from 'node:http';
import type { Connection } from '../../../domain/connection.ts';
import { UserError } from '../../../domain/errors.ts';
import type { ConnectionTarget } from '../../connection-target.ts';
import { bucketOf } from '../../storage/bucket-of.ts';
import { endpointAt, endpointOf, type Endpoint } from '../../storage/endpoint.ts';
import { guardedAgent } from '../../storage/guarded-agent.ts';
import { GcsError, send, sendOnce, type GcsRequest } from './gcs-http.ts';
import { tokensFor, type TokenSource } from './gcs-tokens.ts';

const GOOGLE = 'https://storage.googleapis.com';
/** It needs no encoding in a URL. */
const BUCKET = /^[a-z0-9][a-z0-9._-]{1,220}[a-z0-9]$/;

/** A request to the bucket of a connection. */
export interface BucketRequest extends Omit<GcsRequest, 'url'> {
  /** Below the objects of the bucket, not encoded; absent: the objects themselves. */
  readonly object?: string;
  readonly query?: Readonly<Record<string, string>>;
}

/** The bucket of a connection by the JSON API. All requests go through the host guard. */
export class GcsBucket {
  readonly #endpoint: Endpoint;
  readonly #bucket: string;
  readonly #agent: Agent;
  readonly #token: TokenSource;

  /** @throws UserError, PrivateHostError */
  constructor({ connection, secret }: ConnectionTarget) {
    this.#endpoint = endpointOf(connection) ?? endpointAt(GOOGLE, 'the endpoint');
    this.#bucket = checkedBucket(connection);
    this.#token = tokensFor(this.#endpoint, secret);
    this.#agent = guardedAgent(this.#endpoint);
  }

  /** Sends a request, repeatedly if need be. @throws GcsError, or an error of the network */
  async request(request: BucketRequest): Promise<IncomingMessage> {
    const url = this.#urlOf('storage', request);
    return await send(this.#agent, await this.#signed({ ...request, url }));
  }

  /**
   * Begins a resumable upload.
   * @returns the URL of its session
   * @throws GcsError, also for a session at another server
   */
  async startUpload(query: Readonly<Record<string, string>>): Promise<URL> {
    const url = this.#urlOf('upload/storage', { query: { uploadType: 'resumable', ...query } });
    const answer = await send(this.#agent, await this.#signed({ method: 'POST', url }));
    answer.resume();
    return sessionOf(answer, url);
  }

  /** Sends a request of a session once. @returns the answer, whatever its status */
  async sendOnce(request: GcsRequest): Promise<IncomingMessage> {
    return await sendOnce(this.#agent, await this.#signed(request));
  }

  /** Closes the sockets. */
  close(): void {
    this.#agent.destroy();
  }

  #urlOf(api: string, { object, query = {} }: Pick<BucketRequest, 'object' | 'query'>): URL {
    const name = object === undefined ? '' : `/${encodeURIComponent(object)}`;
    const url = new URL(`${this.#endpoint.url}/${api}/v1/b/${this.#bucket}/o${name}`);
    for (const [key, value] of Object.entries(query)) url.searchParams.set(key, value);
    return url;
  }

  async #signed(request: GcsRequest): Promise<GcsRequest> {
    const token = await this.#token();
    if (token === null) return request;
    return { ...request, headers: { Authorization: `Bearer ${token}`, ...request.headers } };
  }
}

function checkedBucket(connection: Connection): string {
  const bucket = bucketOf(connection);
  if (BUCKET.test(bucket)) return bucket;
  throw new UserError('the name of the bucket is invalid');
}

/** The session of an upload takes its data and its token, so it must be at the same server. */
function sessionOf({ headers, statusCode = 0 }: IncomingMessage, asked: URL): URL {
  const session = URL.parse(headers.location ?? '', asked.href);
  if (session !== null && session.origin === asked.origin) return session;
  throw new GcsError(statusCode, 'foreignSession');
}
