import { once } from 'node:events';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { openHttpServer, type HttpServer } from './http-server.ts';

const STALLS_MS = 50;
let server: HttpServer;

beforeEach(async () => {
  server = await openHttpServer('127.0.0.1', 0, STALLS_MS);
});

afterEach(async () => {
  await server.close();
});

/** Sends raw text. @returns everything received until the connection closes */
async function send(text: string): Promise<string> {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  let answer = '';
  socket.setEncoding('utf8').on('data', (part: string) => (answer += part));
  socket.on('error', () => undefined);
  socket.write(text);
  await once(socket, 'close');
  return answer;
}

const head = (length: number): string =>
  `POST / HTTP/1.1\r\nHost: test\r\nConnection: close\r\nContent-Length: ${length}\r\n\r\n`;

describe('a client that stops sending', () => {
  it('is disconnected while its body is incomplete', async () => {
    const seen = Promise.withResolvers<string>();
    server.handleWith((request) => {
      request.resume().once('close', () => {
        seen.resolve(request.complete ? 'complete' : 'incomplete');
      });
    });
    expect(await send(`${head(100)}half of it`)).toBe('');
    expect(await seen.promise).toBe('incomplete');
  });

  it('waits without a timeout for the response to a complete body', async () => {
    server.handleWith((request, response) => {
      request.resume().once('end', () => {
        response.end(`timeout: ${request.socket.timeout}`);
      });
    });
    expect(await send(`${head(3)}all`)).toContain('timeout: 0');
  });
});

it('closes the connection of a rejected request with an incomplete body during the start', async () => {
  const patient = await openHttpServer('127.0.0.1', 0);
  try {
    const { hostname, port } = new URL(patient.url);
    const socket = connect(Number(port), hostname);
    let answer = '';
    socket.setEncoding('utf8').on('data', (part: string) => (answer += part));
    socket.on('error', () => undefined);
    socket.write('POST / HTTP/1.1\r\nHost: test\r\nContent-Length: 100\r\n\r\nhalf of it');
    // An idle connection would stay open for over a minute.
    await once(socket, 'close', { signal: AbortSignal.timeout(20_000) });
    expect(answer).toContain('The service is starting');
  } finally {
    await patient.close();
  }
});

it('answers on IPv4 and IPv6 when it listens on all addresses', async () => {
  const both = await openHttpServer('::', 0);
  try {
    const { port } = new URL(both.url);
    const hosts = ['127.0.0.1', ...(hasIpv6() ? ['[::1]'] : [])];
    for (const host of hosts) {
      expect((await fetch(`http://${host}:${port}/health`)).status).toBe(200);
    }
  } finally {
    await both.close();
  }
});

function hasIpv6(): boolean {
  return Object.values(networkInterfaces()).some((addresses = []) =>
    addresses.some(({ address }) => address === '::1'),
  );
}
