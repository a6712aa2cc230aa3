// Runs services for the test files of one Jest worker, so that their 1,300 modules are loaded once and not once for
// each file. Its parent is Jest's main process; it exits with it.
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { count } from '../test-counts.ts';
import { HostedServices } from './hosted-services.ts';
import type { GivenAnswer, HostFailure, StartRequest } from './protocol.ts';

/** How long services may take to stop when the run ends. Without a database they wait. */
const STOP_WITHIN_MS = 10_000;

count('service-host');
const services = new HostedServices();
process.once('disconnect', () => {
  void Promise.race([services.close(), delay(STOP_WITHIN_MS)]).finally(() => process.exit(0));
});
// Ctrl-C reaches every process of the terminal: the parent decides.
process.on('SIGINT', () => undefined);

const listener = createServer((request, response) => {
  answer(request).then(
    (body) => response.end(JSON.stringify(body)),
    (error: unknown) => response.writeHead(500).end(JSON.stringify(failure(error))),
  );
});
listener.listen(0, '127.0.0.1');
await once(listener, 'listening');
process.send?.(`http://127.0.0.1:${(listener.address() as AddressInfo).port}`);

/** `POST /services`, and `/services/ID/logs`, `/check`, `/restart` and `/stop`. */
async function answer(request: IncomingMessage): Promise<unknown> {
  const [, , id, action] = (request.url ?? '').split('/');
  if (id === undefined) return await services.start((await json(request)) as StartRequest);
  if (action === 'logs') return services.logs(id);
  if (action === 'restart') return await services.restart(id);
  if (action === 'check') await services.check(id, (await json(request)) as GivenAnswer);
  else if (action === 'stop') await services.stop(id);
  else throw new Error(`The host has no action ${request.url ?? ''}`);
  return null;
}

function failure(error: unknown): HostFailure {
  const { message, stack = '' } = error instanceof Error ? error : new Error(String(error));
  return { message, stack };
}
