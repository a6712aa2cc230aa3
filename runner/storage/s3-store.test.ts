import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { Worker } from 'node:worker_threads';
import type { S3Options } from './s3-client-config.ts';
import { S3Store } from './s3-store.ts';

const cleanups: (() => unknown)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

function storeAt(port: number, options: S3Options): S3Store {
  const endpoint = `http://127.0.0.1:${port}`;
  const secret = { accessKeyId: 'a', secretAccessKey: 'b' };
  const store = new S3Store({ bucket: 'b', prefix: '' }, { endpoint, ...secret, ...options });
  cleanups.push(() => {
    store.close();
  });
  return store;
}

async function portOf(server: net.Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

async function listen(answer: RequestListener): Promise<number> {
  const server = createServer(answer);
  cleanups.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return await portOf(server);
}

describe('a request to a server that accepts connections but never responds', () => {
  it('fails after the maximum number of attempts', async () => {
    const sockets: net.Socket[] = [];
    const server = net.createServer((socket) => sockets.push(socket.resume()));
    cleanups.push(() => {
      for (const socket of sockets) socket.destroy();
      server.close();
    });
    const store = storeAt(await portOf(server), { idleTimeoutMs: 50, maxAttempts: 3 });
    await expect(store.put('k', 'text')).rejects.toThrow('50 ms of inactivity');
    expect(sockets).toHaveLength(3);
  });

  it('fails when the response body stalls', async () => {
    const port = await listen((_, answer) => {
      answer.writeHead(200, { 'Content-Length': '10' }).write('half');
    });
    const { body } = await storeAt(port, { idleTimeoutMs: 50 }).get('k');
    await expect(body.toArray()).rejects.toThrow('50 ms of inactivity');
  });
});

it('a missing bucket is reported as such, not as a missing object', async () => {
  const port = await listen((_, answer) => {
    answer
      .writeHead(404, { 'Content-Type': 'application/xml' })
      .end('<Error><Code>NoSuchBucket</Code><Message>There is no bucket b</Message></Error>');
  });
  await expect(storeAt(port, {}).getText('k')).rejects.toThrow('There is no bucket b');
});

it('a body may take longer than the idle timeout', async () => {
  const port = await listen((_, answer) => {
    answer.writeHead(200, { 'Content-Length': '30' });
    let remaining = 30;
    const timer = setInterval(() => {
      answer.write('.');
      remaining -= 1;
      if (remaining === 0) clearInterval(timer);
    }, 50);
  });
  const store = storeAt(port, { idleTimeoutMs: 1000 });
  await expect(store.getText('k')).resolves.toHaveLength(30);
});

/** Blocks after listening with a backlog of 1: the kernel queues two connections and drops all others. */
const BLOCKED_SERVER = `
const { parentPort } = require('node:worker_threads');
const server = require('node:net').createServer();
server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
  parentPort.postMessage(server.address().port);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
});
`;

it('a request to a server that drops packets fails after the connect timeout', async () => {
  const worker = new Worker(BLOCKED_SERVER, { eval: true });
  cleanups.push(() => worker.terminate());
  const [port] = (await once(worker, 'message')) as [number];
  const fillers = Array.from({ length: 8 }, () => net.connect(port, '127.0.0.1'));
  cleanups.push(() => {
    for (const filler of fillers) filler.destroy();
  });
  for (const filler of fillers) filler.on('error', () => undefined);
  await once(fillers[0]!, 'connect');
  const store = storeAt(port, { connectTimeoutMs: 50, maxAttempts: 1 });
  await expect(store.head('k')).rejects.toThrow('within the configured timeout of 50 ms');
});

describe('a put that conflicts with a concurrent put of the key', () => {
  let puts: number;
  let waits: number[];
  let conflicts: number;
  let store: S3Store;

  beforeEach(async () => {
    puts = 0;
    waits = [];
    const port = await listen((request, answer) => {
      request.resume();
      answer.writeHead(puts++ < conflicts ? 409 : 200).end();
    });
    const wait = (ms: number): Promise<unknown> => Promise.resolve(waits.push(ms));
    store = storeAt(port, { wait });
  });

  it('is retried with exponential backoff', async () => {
    conflicts = 4;
    await expect(store.put('k', 'text', { ifAbsent: true })).resolves.toEqual({
      key: 'k',
      bytes: 4,
    });
    expect(waits).toHaveLength(4);
    for (const [index, ms] of waits.entries()) {
      expect(ms).toBeGreaterThanOrEqual(50 * 2 ** index);
      expect(ms).toBeLessThanOrEqual(100 * 2 ** index);
    }
  });

  it('fails after five attempts', async () => {
    conflicts = 5;
    await expect(store.put('k', 'text', { ifAbsent: true })).rejects.toMatchObject({
      $metadata: { httpStatusCode: 409 },
    });
    expect([puts, waits.length]).toEqual([5, 4]);
  });
});
