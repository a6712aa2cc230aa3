import { HttpMethod, RequestContext, type Cluster, type KubeConfig } from '@kubernetes/client-node';
import type { Dispatcher } from 'undici';
import { connectTo, currentCluster } from './cluster-connection.ts';
import { KubeApiError, readStatus } from './kube-api-error.ts';

export { PATCH } from './patch-type.ts';

export interface RequestOptions {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly contentType?: string;
  readonly signal?: AbortSignal;
  /** Timeout in milliseconds; at most 30,000, which is the default. */
  readonly timeoutMs?: number;
}

const REQUEST_TIMEOUT_MS = 30_000;
/** Reading credentials from files takes as long as the rest of a small request. */
const CREDENTIALS_TTL_MS = 2000;

/** Called after each request, for metrics. `code` is 0 without a response. */
export type RequestObserver = (request: { verb: string; code: number; seconds: number }) => void;

/**
 * Client of a Kubernetes API server over one connection pool. The generated clients of the library open a
 * connection for each request, and their typed models double the cost of parsing.
 */
export class KubeApi {
  readonly #config: KubeConfig;
  readonly #cluster: Cluster;
  readonly #server: { readonly origin: string; readonly base: string };
  readonly #observe: RequestObserver;
  #agent: Promise<Dispatcher> | null = null;
  #known: { readonly headers: Promise<Record<string, string>>; readonly until: number } | null =
    null;

  /** @throws Error if the kubeconfig names no cluster, or an unknown user or an unsupported proxy */
  constructor(config: KubeConfig, observe: RequestObserver = () => undefined) {
    this.#config = config;
    this.#cluster = currentCluster(config);
    const { origin, pathname } = new URL(this.#cluster.server);
    this.#server = { origin, base: pathname.replace(/\/$/, '') };
    this.#observe = observe;
  }

  /**
   * Sends a request and parses the JSON response.
   * @param path absolute path, e.g. `/apis/batch/v1/namespaces/default/jobs`
   * @param options its `signal` must not be an AbortSignal.any of a long-lived signal, which leaks
   * @throws KubeApiError for any response but 2xx
   */
  async request<T>(path: string, options: RequestOptions = {}): Promise<T> {
    const { timeoutMs = REQUEST_TIMEOUT_MS } = options;
    const deadline = AbortSignal.timeout(Math.ceil(Math.min(timeoutMs, REQUEST_TIMEOUT_MS)));
    // Composed only here: Node does not free nested composed signals.
    const signal =
      options.signal === undefined ? deadline : AbortSignal.any([options.signal, deadline]);
    const { body } = await this.#send(path, { ...options, signal });
    return (await body.json()) as T;
  }

  /** Yields the lines of a streaming response, such as a watch, until it ends or the signal aborts. */
  async *lines(
    path: string,
    options: RequestOptions & { readonly signal: AbortSignal; readonly onData?: () => void },
  ): AsyncGenerator<string> {
    const { body } = await this.#send(path, options);
    const decoder = new TextDecoder();
    let rest = '';
    // Not by readline, which leaks the connection when its reader stops and hides errors.
    for await (const chunk of body as AsyncIterable<Uint8Array>) {
      options.onData?.();
      const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
    }
    options.signal.throwIfAborted();
  }

  /** Closes all connections. */
  async close(): Promise<void> {
    const agent = await this.#agent;
    this.#agent = null;
    await agent?.destroy();
  }

  async #send(path: string, options: RequestOptions): Promise<Dispatcher.ResponseData> {
    const { method = 'GET', query = {}, body, contentType = 'application/json', signal } = options;
    const { origin, base } = this.#server;
    const started = performance.now();
    let code = 0;
    try {
      const agent = await this.#connected();
      const headers = { ...(await this.#credentials()), 'content-type': contentType };
      const answer = await unlessAborted(signal, () =>
        agent.request({
          origin,
          path: base + path,
          query,
          method,
          headers,
          signal: signal ?? null,
          body: body === undefined ? null : JSON.stringify(body),
        }),
      );
      code = answer.statusCode;
      if (code < 200 || code > 299) throw new KubeApiError(code, await readStatus(answer));
      return answer;
    } finally {
      this.#observe({ verb: method, code, seconds: (performance.now() - started) / 1000 });
    }
  }

  /** Read repeatedly, since service account tokens rotate. */
  async #credentials(): Promise<Record<string, string>> {
    const now = performance.now();
    if (this.#known === null || now > this.#known.until) {
      this.#known = { headers: this.#askCredentials(), until: now + CREDENTIALS_TTL_MS };
    }
    try {
      return await this.#known.headers;
    } catch (error) {
      this.#known = null;
      throw error;
    }
  }

  async #askCredentials(): Promise<Record<string, string>> {
    const context = new RequestContext(this.#server.origin, HttpMethod.GET);
    await this.#config.applySecurityAuthentication(context);
    return context.getHeaders();
  }

  /** After a failure, such as an unreadable certificate, the next request tries again. */
  #connected(): Promise<Dispatcher> {
    this.#agent ??= connectTo(this.#config, this.#cluster).catch((error: unknown) => {
      this.#agent = null;
      throw error;
    });
    return this.#agent;
  }
}

/** undici does not abort a request that still waits for a connection. */
async function unlessAborted<T>(
  signal: AbortSignal | undefined,
  work: () => Promise<T>,
): Promise<T> {
  if (signal === undefined) return await work();
  signal.throwIfAborted();
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const onAbort = (): void => {
    reject(signal.reason as Error);
  };
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([work(), aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
