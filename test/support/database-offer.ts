import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startDatabaseServer, type DatabaseServer } from './database-server.ts';

/** The PostgreSQL server that one run of the tests shares, once a test asks for it. */
export interface DatabaseOffer {
  /** Where Jest's workers, which are processes of their own, ask: see `acceptDatabaseServer`. */
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts the server with the first question: most files of tests need none, and it takes seconds. */
export async function offerDatabaseServer(
  start: () => Promise<DatabaseServer> = startDatabaseServer,
): Promise<DatabaseOffer> {
  let started: Promise<DatabaseServer> | null = null;
  const listener = createServer((_request, response) => {
    started ??= start();
    started.then(
      ({ url }) => response.end(url),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  return {
    url: `http://127.0.0.1:${(listener.address() as AddressInfo).port}`,
    stop: async () => {
      listener.closeAllConnections();
      listener.close();
      await once(listener, 'close');
      // Who asked has been told why it did not start.
      await (await started?.catch(() => null))?.stop();
    },
  };
}

/** @returns the URL of the server. @throws Error with the reason when it could not be started */
export async function acceptDatabaseServer(offer: string): Promise<string> {
  const answer = await fetch(offer);
  const text = await answer.text();
  if (!answer.ok) throw new Error(`The database of the tests could not be started: ${text}`);
  return text;
}
