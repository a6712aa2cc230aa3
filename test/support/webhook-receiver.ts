import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedCall {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
}

/** The answer to a call; `hang` sends none. */
export type ReceiverAnswer = number | 'hang' | { readonly redirectTo: string };

export interface WebhookReceiver {
  /** URL of the receiver, without a path. */
  readonly url: string;
  /** Received calls, oldest first. */
  readonly calls: readonly ReceivedCall[];
  /** Sets the answers to the next calls, in order; later calls are answered 204. */
  answerNext(...answers: readonly ReceiverAnswer[]): void;
  /** Waits until `count` calls have arrived since the last `clear`. */
  received(count: number): Promise<readonly ReceivedCall[]>;
  clear(): void;
  close(): Promise<void>;
}

const PATIENCE_MS = 15_000;

/** Starts an HTTP server on a free port that receives webhooks. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const calls: ReceivedCall[] = [];
  const answers: ReceiverAnswer[] = [];
  let changed = Promise.withResolvers<undefined>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      const body: unknown = JSON.parse(Buffer.concat(chunks).toString());
      calls.push({ method, path: url, headers, body });
      changed.resolve(undefined);
      changed = Promise.withResolvers();
      const answer = answers.shift() ?? 204;
      if (answer === 'hang') return;
      if (typeof answer === 'number') response.writeHead(answer).end();
      else response.writeHead(302, { Location: answer.redirectTo }).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    calls,
    answerNext: (...next) => answers.push(...next),
    async received(count) {
      const late = AbortSignal.timeout(PATIENCE_MS);
      const timeout = new Promise((resolve) => {
        late.onabort = resolve;
      });
      while (calls.length < count) {
        await Promise.race([changed.promise, timeout]);
        if (late.aborted) throw new Error(`${calls.length} of ${count} calls arrived`);
      }
      return calls;
    },
    clear: () => {
      calls.length = 0;
      answers.length = 0;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
