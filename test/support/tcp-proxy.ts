import { once } from 'node:events';
import net from 'node:net';

/** A proxy on 127.0.0.1 in front of a real server, as a network that can fail. */
export interface TcpProxy {
  readonly port: number;
  /** How many connections clients have opened so far. */
  readonly accepted: number;
  /** How many connections of clients are open. */
  readonly open: number;
  /** From now on no data passes in either direction, and the connections stay open. */
  freeze(): void;
  /** Freezes when a client or the server sends a text, which does not pass any more. */
  freezeAt(text: string): void;
  /** Whether no data passes. */
  readonly isFrozen: boolean;
  /** Closes all connections once so many bytes of the server have passed. */
  cutAfter(bytes: number): void;
  /** Closes all connections. */
  cut(): void;
  close(): Promise<void>;
}

/** @param target of the server, as for `net.connect` */
export async function startTcpProxy(target: net.NetConnectOpts): Promise<TcpProxy> {
  const sockets = new Set<net.Socket>();
  const clients = new Set<net.Socket>();
  let accepted = 0;
  let isFrozen = false;
  let lastText: string | null = null;
  let bytesLeft = Number.POSITIVE_INFINITY;
  const cut = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  const forward = (from: net.Socket, to: net.Socket, isOfServer: boolean): void => {
    sockets.add(from);
    from.on('error', () => undefined);
    from.on('close', () => {
      sockets.delete(from);
      if (!isFrozen) to.destroy();
    });
    from.on('end', () => {
      if (!isFrozen) to.end();
    });
    from.on('data', (data) => {
      if (lastText !== null && data.includes(lastText)) isFrozen = true;
      if (isFrozen) return;
      if (isOfServer) bytesLeft -= data.length;
      if (bytesLeft < 0) cut();
      else to.write(data);
    });
  };
  const listener = net.createServer({ allowHalfOpen: true }, (client) => {
    accepted++;
    clients.add(client);
    client.on('close', () => clients.delete(client));
    const server = net.connect({ ...target, allowHalfOpen: true });
    forward(client, server, false);
    forward(server, client, true);
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  return {
    port: (listener.address() as net.AddressInfo).port,
    get accepted() {
      return accepted;
    },
    get open() {
      return clients.size;
    },
    freeze: () => {
      isFrozen = true;
    },
    freezeAt: (text) => {
      lastText = text;
    },
    get isFrozen() {
      return isFrozen;
    },
    cutAfter: (bytes) => {
      bytesLeft = bytes;
    },
    cut,
    close: async () => {
      cut();
      listener.close();
      await once(listener, 'close');
    },
  };
}
