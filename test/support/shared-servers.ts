import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** A server that the test files of one Jest run share. */
export interface SharedServer {
  /** What a test file needs to connect, e.g. a URL. */
  readonly address: string;
  /** Resolves when a server exits that the next request starts again; absent: it does not. */
  readonly exited?: Promise<unknown>;
  stop(): Promise<void>;
}

/**
 * Starts each shared server; the keys are the names by which test files request them. `name/2` is another server that
 * the same function starts.
 */
export type Starters = Readonly<Record<string, () => Promise<SharedServer>>>;

/** The shared servers of one Jest run. */
export interface SharedServers {
  /** URL at which Jest's workers, which are other processes, request a server. */
  readonly url: string;
  /** Stops every server that was started. */
  stop(): Promise<void>;
}

/** The variable that passes `SharedServers.url` to Jest's workers. */
const URL_VARIABLE = 'MILLRACE_TEST_SERVERS';

/**
 * Offers servers to all test files. A server starts at the first request, since it takes seconds and most
 * files need none.
 */
export async function offerSharedServers(starters: Starters): Promise<SharedServers> {
  const started = new Map<string, Promise<SharedServer>>();
  const start = (name: string): Promise<SharedServer> => {
    const running = started.get(name);
    if (running !== undefined) return running;
    const server = launch(starters, name);
    started.set(name, server);
    // The file that requested it receives the reason when it does not start.
    void server
      .then(({ exited }) => exited?.then(() => started.delete(name)))
      .catch(() => undefined);
    return server;
  };
  const listener = createServer((request, response) => {
    start((request.url ?? '/').slice(1)).then(
      ({ address }) => response.end(address),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const url = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`;
  process.env[URL_VARIABLE] = url;
  return {
    url,
    stop: async () => {
      listener.closeAllConnections();
      listener.close();
      await once(listener, 'close');
      // The file that requested the server has already received the reason.
      const servers = await Promise.allSettled(started.values());
      for (const server of servers) {
        if (server.status === 'fulfilled') await server.value.stop();
      }
    },
  };
}

async function launch(starters: Starters, name: string): Promise<SharedServer> {
  const [kind = ''] = name.split('/', 1);
  const starter = starters[kind];
  if (starter === undefined) throw new Error(`no shared server is named ${name}`);
  return await starter();
}

/**
 * Starts a shared server unless it is running.
 * @returns its address
 * @throws Error with the reason when the server could not be started
 */
export async function requestSharedServer(
  name: string,
  url = process.env[URL_VARIABLE],
): Promise<string> {
  if (url === undefined) throw new Error('Shared servers need the global set-up of Jest');
  const answer = await answerOf(`${url}/${name}`);
  const text = await answer.text();
  if (!answer.ok) throw new Error(`The ${name} server of the tests did not start: ${text}`);
  return text;
}

const ATTEMPTS = 5;
const RETRY_DELAY_MS = 200;

/** Asks again when a connection breaks: one that was kept may close while it is used. */
async function answerOf(url: string, attempt = 1): Promise<Response> {
  try {
    return await fetch(url);
  } catch (error) {
    if (attempt === ATTEMPTS) throw error;
    await delay(RETRY_DELAY_MS);
    return await answerOf(url, attempt + 1);
  }
}
