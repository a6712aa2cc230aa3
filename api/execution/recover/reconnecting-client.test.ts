import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { until } from '../../../test/support/until.ts';
import { ReconnectingClient } from './reconnecting-client.ts';

/** As /proc/net/tcp writes it. */
const KEEPALIVE_TIMER = '02';

/** The seconds until the next keepalive probe of the connection to a local port; null: none. */
function secondsUntilProbe(port: number): number | null {
  const remotePort = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const connections = readFileSync('/proc/net/tcp', 'utf8').trim().split('\n').slice(1);
  for (const connection of connections) {
    const [, , remote = '', , , timer = ''] = connection.trim().split(/\s+/);
    const [kind, hundredths = ''] = timer.split(':');
    if (remote.endsWith(remotePort) && kind === KEEPALIVE_TIMER) {
      return parseInt(hundredths, 16) / 100;
    }
  }
  return null;
}

it('probes a silent connection within ten seconds', async () => {
  const connections: Socket[] = [];
  const server = createServer((connection) => connections.push(connection));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const session = new ReconnectingClient({
    databaseUrl: `postgresql://127.0.0.1:${port}/none`,
    prepare: () => Promise.resolve(),
    onDisconnected: () => undefined,
  });
  const opening = session.open();
  expect(await until(() => secondsUntilProbe(port))).toBeLessThanOrEqual(10);
  for (const connection of connections) connection.destroy();
  await expect(opening).rejects.toThrow();
  await session.close();
  server.close();
});
