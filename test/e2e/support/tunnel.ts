import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { isReady, podsOf } from './component.ts';
import { eventually } from './eventually.ts';
import type { Kubernetes } from './kubernetes.ts';

const CONNECTED_WITHIN_MS = 60_000;

export interface Tunnel {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Opens a local port whose connections go to the ready pods of a component in turn, through the API
 * server. A connection waits while no pod is ready.
 */
export async function openTunnel(
  kubernetes: Kubernetes,
  component: string,
  port: number,
): Promise<Tunnel> {
  const sockets = new Set<Socket>();
  let connections = 0;
  const connect = async (socket: Socket): Promise<void> => {
    const pods = (await podsOf(kubernetes, component)).filter(isReady);
    const pod = pods[connections++ % pods.length];
    if (pod === undefined) throw new Error(`No pod of ${component} is ready`);
    await kubernetes.connect(pod, port, socket);
  };
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket)).on('error', () => socket.destroy());
    eventually(
      `a connection to ${component}`,
      () => connect(socket),
      () => true,
      CONNECTED_WITHIN_MS,
    ).catch(() => socket.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
