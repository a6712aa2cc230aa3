import { once } from 'node:events';
import net from 'node:net';
import { TLSSocket } from 'node:tls';
import type { LoopbackCertificate } from './loopback-certificate.ts';

/** A server with TLS on 127.0.0.1, which passes what it decrypts to a server without it. */
export interface TlsFront {
  readonly port: number;
  close(): Promise<void>;
}

/** Handles a client; it gives each socket that it opens to `keep`, so that the front closes it. */
type ServeClient = (client: net.Socket, keep: (socket: net.Socket) => void) => void;

/**
 * @param target of the server, as for `net.connect`
 * @param asks whether clients ask for TLS first, as those of PostgreSQL do
 */
export async function startTlsFront(
  target: net.NetConnectOpts,
  certificate: LoopbackCertificate,
  { asks = false } = {},
): Promise<TlsFront> {
  return await listenForClients((client, keep) => {
    const start = (): void => {
      const secure = new TLSSocket(client, { isServer: true, ...certificate });
      const server = net.connect(target);
      for (const socket of [secure, server]) keep(socket);
      secure.pipe(server).pipe(secure);
    };
    if (!asks) start();
    else {
      client.once('data', () => {
        client.write('S');
        start();
      });
    }
  });
}

/** Listens on 127.0.0.1 and keeps the sockets of all clients until it is closed. */
export async function listenForClients(serve: ServeClient): Promise<TlsFront> {
  const sockets = new Set<net.Socket>();
  const keep = (socket: net.Socket): void => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    // A client that rejects the certificate is what the tests are about.
    socket.on('error', () => undefined);
  };
  const listener = net.createServer((client) => {
    keep(client);
    serve(client, keep);
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  return {
    port: (listener.address() as net.AddressInfo).port,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      listener.close();
      await once(listener, 'close');
    },
  };
}
