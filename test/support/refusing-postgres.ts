import { createServer, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

/** A server that speaks the protocol of PostgreSQL as far as a login, and refuses every one. */
export interface RefusingPostgres {
  readonly port: number;
  close(): Promise<void>;
}

const SSL_REQUEST = 80_877_103;

/**
 * Starts a server that asks for the password in clear text and answers with an error that repeats it, as no
 * decent server would. @param behaviour `closes`: it closes the connection after the password instead
 */
export async function startRefusingPostgres(
  behaviour: 'repeats' | 'closes' = 'repeats',
): Promise<RefusingPostgres> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('data', (data) => {
      answer(socket, data, behaviour);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => {
          resolve();
        });
      }),
  };
}

function answer(socket: Socket, data: Buffer, behaviour: 'repeats' | 'closes'): void {
  if (data.length === 8 && data.readInt32BE(4) === SSL_REQUEST) {
    socket.write('N');
  } else if (data[0] === 'p'.charCodeAt(0)) {
    if (behaviour === 'closes') {
      socket.destroy();
      return;
    }
    const password = data.subarray(5, -1).toString();
    const message = `the password ${password} (${encodeURIComponent(password)}) is wrong`;
    socket.end(packet('E', `SFATAL\0C28P01\0M${message}\0\0`));
  } else {
    socket.write(packet('R', '\0\0\0\u0003'));
  }
}

function packet(type: string, body: string): Buffer {
  const payload = Buffer.from(body);
  const length = Buffer.alloc(4);
  length.writeInt32BE(payload.length + 4);
  return Buffer.concat([Buffer.from(type), length, payload]);
}
