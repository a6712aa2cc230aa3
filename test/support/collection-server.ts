import type { ServerResponse } from 'node:http';
import type { KubeObject } from '../../kubernetes/client/kube-object.ts';
import type { KubeApi } from '../../kubernetes/client/kube-api.ts';
import { respondWithStatus, startKubeServer, type KubeServer } from './kube-server.ts';

export interface SeenWatch {
  /** The requested resource version. */
  readonly from: string;
  /** True: the watch was asked to begin with a list. */
  readonly isStreamedList: boolean;
  readonly response: ServerResponse;
}

/** An API server with one collection at `/apis/things`, whose answers the test controls. */
export class CollectionServer {
  /** The `continue` token of each requested page; `start` for a first page. */
  readonly lists: string[] = [];
  readonly fieldSelectors: string[] = [];
  readonly watches: SeenWatch[] = [];
  /** The next answers; afterwards an empty list of version 9. */
  pages: (() => object)[] = [];
  /** Answers a watch instead of this server when it returns true. */
  beforeWatch: ((response: ServerResponse) => boolean) | null = null;
  readonly #canStream: boolean;
  #server: KubeServer | null = null;
  #wake: () => void = () => undefined;

  private constructor(canStream: boolean) {
    this.#canStream = canStream;
  }

  static async start({ canStream }: { readonly canStream: boolean }): Promise<CollectionServer> {
    const collection = new CollectionServer(canStream);
    collection.#server = await startKubeServer((url, response) => {
      if (url.searchParams.get('watch') === 'true') collection.#answerWatch(url, response);
      else collection.#answerList(url, response);
      collection.wake();
    });
    return collection;
  }

  get api(): KubeApi {
    if (this.#server === null) throw new Error('unreachable: start sets it');
    return this.#server.api;
  }

  /** Checks the conditions that tests wait for. */
  wake(): void {
    this.#wake();
  }

  /** Waits until a condition holds; it is checked after each request and `wake`. */
  async until(isTrue: () => boolean): Promise<void> {
    while (!isTrue()) await new Promise<void>((resolve) => (this.#wake = resolve));
  }

  /** Sends an event on the newest watch. */
  send(type: string, object: object): void {
    this.watches.at(-1)?.response.write(`${JSON.stringify({ type, object })}\n`);
  }

  /** Ends the initial list of the newest watch. */
  sendListEnd(resourceVersion: string): void {
    const annotations = { 'k8s.io/initial-events-end': 'true' };
    this.send('BOOKMARK', { metadata: { resourceVersion, annotations } });
  }

  async stop(): Promise<void> {
    await this.#server?.stop();
  }

  #answerWatch(url: URL, response: ServerResponse): void {
    const isStreamedList = url.searchParams.get('sendInitialEvents') === 'true';
    if (isStreamedList && !this.#canStream) {
      respondWithStatus(response, 422, 'Invalid');
      return;
    }
    const from = url.searchParams.get('resourceVersion') ?? '';
    if (this.beforeWatch?.(response) !== true) {
      this.watches.push({ from, isStreamedList, response });
    }
    response.flushHeaders();
  }

  #answerList(url: URL, response: ServerResponse): void {
    this.lists.push(url.searchParams.get('continue') ?? 'start');
    this.fieldSelectors.push(url.searchParams.get('fieldSelector') ?? '');
    const page = this.pages.shift()?.() ?? { metadata: { resourceVersion: '9' }, items: [] };
    response.end(JSON.stringify(page));
  }
}

/** Returns an object of the collection. */
export function thing(name: string, resourceVersion: string): KubeObject {
  return { metadata: { name, uid: name, resourceVersion } };
}
