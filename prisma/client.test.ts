import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createPrismaClient, TRANSACTION } from './client.ts';

const closing: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** A message of the server in PostgreSQL's protocol: its letter, its length, its content. */
function message(letter: string, content: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(content.length + 4);
  return Buffer.concat([Buffer.from(letter), length, content]);
}

const LOGGED_IN = message('R', Buffer.alloc(4));
const READY = message('Z', Buffer.from('I'));
const SHUT_DOWN = message('E', Buffer.from('SFATAL\0VFATAL\0C57P01\0Mterminating connection\0\0'));

/** A server during a shutdown: it accepts clients, then sends each a shutdown error and disconnects it. */
async function stoppingServer(): Promise<Server> {
  const server = createServer((socket: Socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.end(Buffer.concat([LOGGED_IN, READY, SHUT_DOWN])));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(async () => {
    server.close();
    await once(server, 'close');
  });
  return server;
}

describe('the connection pool', () => {
  it('survives a server that stops while a transaction begins', async () => {
    const { port } = (await stoppingServer()).address() as AddressInfo;
    const database = createPrismaClient(`postgresql://u@127.0.0.1:${port}/d`, { poolSize: 2 });
    closing.push(() => database.$disconnect());
    const flows = database.$transaction(
      async (transaction) => await transaction.flow.count(),
      TRANSACTION,
    );
    await expect(flows).rejects.toThrow(/Connection terminated|connection error/);
  });
});
