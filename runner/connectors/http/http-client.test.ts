import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import type { LookupFunction } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { startWebServer, type Answer, type WebServer } from '../../../test/support/web-server.ts';
import { ByteBudget } from './byte-budget.ts';
import { refusedAddresses } from '../host-rules.ts';
import type { AddressCheck } from './public-hosts.ts';
import { HttpClient, type HttpAnswer, type HttpDeps, type HttpGet } from './http-client.ts';
import { httpReason } from './http-reasons.ts';

let folder: string;
let file: string;
let servers: WebServer[] = [];

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'http-client-'));
  file = path.join(folder, 'body');
});

afterEach(async () => {
  await Promise.all(servers.map((server) => server.close()));
  servers = [];
});

afterAll(async () => {
  await rm(folder, { recursive: true });
});

async function serve(answer: Answer): Promise<WebServer> {
  const server = await startWebServer(answer);
  servers.push(server);
  return server;
}

interface Options extends HttpDeps {
  readonly request?: Partial<HttpGet>;
  readonly blocksPrivate?: boolean;
  readonly isRefused?: AddressCheck;
  readonly timeoutSeconds?: number;
  readonly maxBytes?: number;
}

async function get(url: string, options: Options = {}): Promise<string> {
  const { request, blocksPrivate = false, timeoutSeconds = 60, maxBytes = 1 << 20 } = options;
  const { isRefused = refusedAddresses({ blocksPrivate, exempt: [] }) } = options;
  const client = new HttpClient({ isRefused, timeoutSeconds, verifyTls: true }, options);
  const budget = new ByteBudget(maxBytes);
  try {
    await client.get({ url: new URL(url), headers: {}, file, budget, ...request });
    return await readFile(file, 'utf8');
  } finally {
    client.close();
  }
}

/** The reason that a person reads. */
async function failure(url: string, options: Options = {}): Promise<string> {
  const error: unknown = await get(url, options).then(
    () => new Error('it succeeded'),
    (reason: unknown) => reason,
  );
  return httpReason(error) ?? (error as Error).message;
}

/** A sleep that records what it was asked for. */
function recorded(): {
  readonly pauses: number[];
  readonly sleep: (ms: number) => Promise<void>;
} {
  const pauses: number[] = [];
  return {
    pauses,
    sleep: (ms) => {
      pauses.push(ms);
      return Promise.resolve();
    },
  };
}

/** A lookup that gives each name its addresses in turn, and then the last one again. */
function names(addresses: Readonly<Record<string, readonly string[]>>): {
  readonly lookups: string[];
  readonly lookup: LookupFunction;
} {
  const lookups: string[] = [];
  return {
    lookups,
    lookup: (host, _options, callback) => {
      const list = addresses[host] ?? [];
      const address = list[lookups.filter((name) => name === host).length] ?? list.at(-1) ?? '';
      lookups.push(host);
      callback(null, [{ address, family: 4 }]);
    },
  };
}

describe('a body', () => {
  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ])('is decoded from %s', async (encoding, compress) => {
    const server = await serve((_url, response) => {
      response.setHeader('Content-Encoding', encoding);
      response.end(compress('héllo'));
    });
    expect(await get(server.url)).toBe('héllo');
    expect(server.requests[0]?.headers['accept-encoding']).toContain(encoding);
  });

  it('is refused when it decodes to more than the budget', async () => {
    const bomb = gzipSync(Buffer.alloc(20 << 20));
    expect(bomb.length).toBeLessThan(1 << 20);
    const server = await serve((_url, response) => {
      response.setHeader('Content-Encoding', 'gzip');
      response.end(bomb);
    });
    expect(await failure(server.url)).toMatch(/longer than 1 MiB in sum/);
  });

  it('is refused when it never ends', async () => {
    const server = await serve((_url, response) => {
      const chunk = Buffer.alloc(1 << 16, 'x');
      const write = (): void => {
        while (response.write(chunk));
        response.once('drain', write);
      };
      write();
    });
    expect(await failure(server.url)).toMatch(/longer than 1 MiB in sum/);
  });

  it('is refused when its encoding is damaged or unknown', async () => {
    const server = await serve((url, response) => {
      response.setHeader('Content-Encoding', url.pathname.slice(1));
      response.end('no such thing');
    });
    expect(await failure(`${server.url}/gzip`)).toBe('the compressed answer is damaged');
    expect(await failure(`${server.url}/br`)).toBe('the compressed answer is damaged');
    expect(await failure(`${server.url}/zstd`)).toMatch(/content encoding/);
  });
});

describe('the body of an accepted status', () => {
  const accepted = [404];
  const client = new HttpClient({ isRefused: () => false, timeoutSeconds: 60, verifyTls: true });

  afterAll(() => {
    client.close();
  });

  /** Gets a 404 while the budget is nothing. */
  async function refused(answer: Answer): Promise<HttpAnswer> {
    const { url } = await serve(answer);
    const request = { url: new URL(url), headers: {}, file, budget: new ByteBudget(0), accepted };
    return await client.get(request);
  }

  it.each([
    ['as it is', 'identity', (text: string) => Buffer.from(text)],
    ['decoded', 'gzip', gzipSync],
  ] as const)('is no data: it is given %s, beside the file and the budget', async (...row) => {
    const [, encoding, encode] = row;
    await writeFile(file, 'a page');
    const answer = await refused((_url, response) => {
      response.writeHead(404, { 'Content-Encoding': encoding }).end(encode('no such page'));
    });
    expect(answer).toMatchObject({ status: 404, refusal: 'no such page' });
    expect(await readFile(file, 'utf8')).toBe('a page');
  });

  it.each(['gzip', 'zstd'])('is empty if it is no %s, as its header says', async (encoding) => {
    const answer = await refused((_url, response) => {
      response.writeHead(404, { 'Content-Encoding': encoding }).end('no such thing');
    });
    expect(answer.refusal).toBe('');
  });

  it('is not read beyond its beginning', async () => {
    const answer = await refused((_url, response) => {
      response.writeHead(404);
      const chunk = Buffer.alloc(1 << 16, 'x');
      const write = (): void => {
        while (response.write(chunk));
        response.once('drain', write);
      };
      write();
    });
    expect(answer.refusal).toHaveLength(1 << 16);
  });
});

describe('a request', () => {
  it('ends with a sentence when the server never answers', async () => {
    const server = await serve(() => undefined);
    expect(await failure(server.url, { timeoutSeconds: 0.2 })).toBe(
      'the server did not answer within 0.2 seconds',
    );
  });

  it('ends with a sentence when the server stops in the middle of its body', async () => {
    const server = await serve((_url, response) => {
      response.write('begin');
    });
    expect(await failure(server.url, { timeoutSeconds: 0.2 })).toMatch(/did not answer within/);
  });

  it.each([401, 403, 404, 500, 418])('does not repeat the status %s', async (status) => {
    const server = await serve((_url, response) => {
      response.writeHead(status).end('secret details');
    });
    const reason = await failure(server.url);
    expect(reason).toContain(String(status));
    expect(reason).not.toContain('secret');
    expect(server.requests).toHaveLength(1);
  });

  it('repeats after 429 and 503 with the pauses that the server asks for', async () => {
    const answers: ((response: ServerResponse) => void)[] = [
      (response) => response.writeHead(429, { 'Retry-After': '7' }).end(),
      (response) => response.writeHead(503).end(),
      (response) => response.end('done'),
    ];
    const server = await serve((_url, response) => answers.shift()?.(response));
    const { pauses, sleep } = recorded();
    expect(await get(server.url, { sleep })).toBe('done');
    expect(pauses).toEqual([7_000, 1_000]);
  });

  it('waits until the date that the server names', async () => {
    let isFirst = true;
    const server = await serve((_url, response) => {
      if (!isFirst) response.end('done');
      else response.writeHead(503, { 'Retry-After': new Date(0).toUTCString() }).end();
      isFirst = false;
    });
    const { pauses, sleep } = recorded();
    expect(await get(server.url, { sleep })).toBe('done');
    expect(pauses).toEqual([0]);
  });

  it('gives up after four attempts, or when the server asks for a long pause', async () => {
    const server = await serve((url, response) => {
      const long = url.pathname === '/long' ? { 'Retry-After': '3600' } : {};
      response.writeHead(429, long).end();
    });
    const { pauses, sleep } = recorded();
    expect(await failure(server.url, { sleep })).toMatch(/status 429/);
    expect(pauses).toEqual([500, 1_000, 2_000]);
    expect(await failure(`${server.url}/long`, { sleep })).toMatch(/wait for 3600 seconds/);
    expect(pauses).toHaveLength(3);
  });

  it('repeats when the server closes the connection in the middle, and says so at the end', async () => {
    let count = 0;
    const server = await serve((url, response) => {
      count++;
      if (count === 2 && url.pathname === '/once') {
        response.end('whole');
        return;
      }
      response.writeHead(200, { 'Content-Length': '100' });
      response.write('half', () => response.destroy());
    });
    const { pauses, sleep } = recorded();
    expect(await get(`${server.url}/once`, { sleep })).toBe('whole');
    expect(pauses).toEqual([500]);
    expect(await failure(server.url, { sleep })).toMatch(/closed the connection/);
  });

  it('says when nothing listens at the port', async () => {
    const server = await startWebServer(() => undefined);
    await server.close();
    expect(await failure(server.url)).toMatch(/nothing accepts connections/);
  });
});

describe('a redirect', () => {
  it('is followed with the headers to the same origin, and without them to another one and back', async () => {
    const other = await serve((url, response) => {
      response.writeHead(302, { Location: url.searchParams.get('to') ?? '' }).end();
    });
    const own = await serve((url, response) => {
      const target = {
        '/same': '/end',
        '/away': `${other.url}/?to=${encodeURIComponent(`${own.url}/end`)}`,
      }[url.pathname];
      if (target === undefined) response.end('done');
      else response.writeHead(307, { Location: target }).end();
    });
    const request = { headers: { Authorization: 'Bearer s3cret', 'X-Team': 'a' } };
    expect(await get(`${own.url}/same`, { request })).toBe('done');
    expect(own.requests.map(({ headers }) => headers.authorization)).toEqual([
      'Bearer s3cret',
      'Bearer s3cret',
    ]);
    expect(await get(`${own.url}/away`, { request })).toBe('done');
    for (const { headers } of [...other.requests, ...own.requests.slice(3)]) {
      expect(headers).not.toHaveProperty('authorization');
      expect(headers).not.toHaveProperty('x-team');
    }
    expect(own.requests).toHaveLength(4);
  });

  it('is followed at most five times, and only to addresses of the web', async () => {
    const server = await serve((url, response) => {
      const left = Number(url.searchParams.get('left') ?? '-1');
      const target = left < 0 ? 'file:///etc/passwd' : `/?left=${left - 1}`;
      if (left === 0) response.end('done');
      else response.writeHead(302, { Location: target }).end();
    });
    expect(await get(`${server.url}/?left=5`)).toBe('done');
    expect(await failure(`${server.url}/?left=6`)).toMatch(/more than 5 times/);
    expect(await failure(server.url)).toMatch(/no address of the web/);
  });
});

describe('private hosts', () => {
  it.each(['127.0.0.1', 'localhost', '[::1]', '[::ffff:127.0.0.1]', '0x7f.1', '2130706433'])(
    'are not called while they are blocked: %s',
    async (host) => {
      const server = await serve((_url, response) => response.end('reached'));
      const url = `http://${host}:${server.port}/`;
      expect(await failure(url, { blocksPrivate: true })).toMatch(/private network/);
      expect(server.requests).toEqual([]);
    },
  );

  it.each([
    '169.254.169.254',
    '[::ffff:169.254.169.254]',
    '[fd00:ec2::254]',
    'metadata.google.internal',
  ])('are never called where machines find credentials: %s', async (host) => {
    expect(await failure(`http://${host}/latest/meta-data`)).toMatch(/of the machine itself/);
  });

  it('are not called when a public host redirects to them', async () => {
    const target = await serve((_url, response) => response.end('reached'));
    const server = await serve((url, response) => {
      const host = url.pathname === '/name' ? 'inner.test' : '127.0.0.2';
      response.writeHead(302, { Location: `http://${host}:${target.port}/` }).end();
    });
    const isRefused = (address: string): boolean => address !== '127.0.0.1';
    const { lookup } = names({ 'inner.test': ['127.0.0.3'] });
    const url = `http://127.0.0.1:${server.port}`;
    expect(await failure(`${url}/literal`, { isRefused, lookup })).toMatch(/private network/);
    expect(await failure(`${url}/name`, { isRefused, lookup })).toMatch(/private network/);
    expect(target.requests).toEqual([]);
  });

  it('are not called when the name of a host changes its address after the check', async () => {
    const server = await serve((_url, response) => {
      // Each request needs another connection.
      response.setHeader('Connection', 'close');
      response.end('reached');
    });
    const isRefused = (address: string): boolean => address !== '127.0.0.1';
    const { lookup, lookups } = names({ 'rebinding.test': ['127.0.0.1', '127.0.0.2'] });
    const url = `http://rebinding.test:${server.port}/`;
    expect(await get(url, { isRefused, lookup })).toBe('reached');
    expect(lookups).toEqual(['rebinding.test']);
    expect(await failure(url, { isRefused, lookup })).toMatch(/private network/);
    expect(server.requests).toHaveLength(1);
  });
});
