import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import type { ConnectionTarget } from '../../connection-target.ts';
import type { PendingWrite } from '../../pending-write.ts';
import type { OpenStorage } from '../../storage/storage-driver.ts';
import { GCS_DRIVER } from './gcs-driver.ts';

const CONTENT = Buffer.alloc(20 * 1024 * 1024 + 5, 'millrace');
const UNIT = 256 * 1024;

/** What the server does wrong with the n-th request of a session that has data, from 1. */
type Fault = 'takes half' | 'takes all but fails' | 'takes all but hangs up' | 'takes nothing';

/** A server of sessions that answers what it has, as Google's does and the emulator does not. */
class SessionServer {
  held: Buffer = Buffer.alloc(0);
  isComplete = false;
  isCancelled = false;
  readonly ranges: string[] = [];
  readonly #server: http.Server;
  readonly #faults: Readonly<Record<number, Fault>>;
  /** Of the session; null: at this server. */
  location: string | null = null;
  #puts = 0;

  constructor(faults: Readonly<Record<number, Fault>> = {}) {
    this.#faults = faults;
    this.#server = http.createServer((request, response) => {
      void this.#answer(request, response);
    });
  }

  async start(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = Buffer.concat((await request.toArray()) as Buffer[]);
    if (request.method === 'POST') {
      response.writeHead(200, { Location: this.location ?? '/session' }).end();
    } else if (request.method === 'DELETE') {
      this.isCancelled = true;
      response.writeHead(499).end();
    } else {
      this.#take(request, response, body);
    }
  }

  #take(request: IncomingMessage, response: ServerResponse, body: Buffer): void {
    const range = request.headers['content-range'] ?? '';
    this.ranges.push(range);
    const fault = body.length === 0 ? undefined : this.#faults[++this.#puts];
    if (fault !== 'takes nothing') this.#keep(range, fault === 'takes half' ? half(body) : body);
    if (fault === 'takes all but hangs up') response.destroy();
    else if (fault !== undefined && fault !== 'takes half') response.writeHead(503).end();
    else response.writeHead(this.isComplete ? 200 : 308, heldRange(this.held.length)).end();
  }

  #keep(range: string, body: Buffer): void {
    const [, start, total] = /^bytes (?:\*|(\d+)-\d+)\/(\d+|\*)$/.exec(range) ?? [];
    if (start !== undefined) {
      this.held = Buffer.concat([this.held.subarray(0, Number(start)), body]);
    }
    this.isComplete ||= String(this.held.length) === total;
  }
}

function half(body: Buffer): Buffer {
  return body.subarray(0, Math.floor(body.length / 2 / UNIT) * UNIT);
}

function heldRange(length: number): Record<string, string> {
  return length === 0 ? {} : { Range: `bytes=0-${length - 1}` };
}

let server: SessionServer;
let storage: OpenStorage | undefined;
let scratch: string;

beforeAll(async () => {
  scratch = await mkdtemp(path.join(os.tmpdir(), 'millrace-upload-'));
  await writeFile(path.join(scratch, 'file'), CONTENT);
});

afterAll(() => rm(scratch, { recursive: true }));

afterEach(() => {
  storage?.close();
  server.stop();
});

async function write(): Promise<PendingWrite> {
  const empty = { port: null, username: null, secret: null, options: null };
  const own = { id: 'c', name: 'G', provider: 'gcs', database: 'bucket' };
  const target: ConnectionTarget = {
    connection: { ...own, ...empty, host: await server.start() },
    secret: null,
  };
  const file = path.join(scratch, 'file');
  storage = GCS_DRIVER.open(target);
  return await storage.write({ path: 'a', mode: 'overwrite', file });
}

describe('an upload to Google Cloud Storage', () => {
  it('sends all but the end before the commit', async () => {
    server = new SessionServer();
    const pending = await write();
    expect(server.isComplete).toBe(false);
    await pending.commit();
    expect(server.held.equals(CONTENT)).toBe(true);
    expect(server.ranges).toEqual([
      `bytes 0-${64 * UNIT - 1}/*`,
      `bytes ${64 * UNIT}-${80 * UNIT - 1}/*`,
      `bytes ${80 * UNIT}-${CONTENT.length - 1}/${CONTENT.length}`,
    ]);
  });

  it.each<[string, Readonly<Record<number, Fault>>]>([
    ['takes a part of a chunk', { 1: 'takes half', 2: 'takes half' }],
    ['fails before it takes a chunk', { 1: 'takes nothing', 3: 'takes nothing' }],
    ['fails after it took a chunk', { 1: 'takes all but fails', 2: 'takes all but fails' }],
    ['hangs up in a chunk', { 2: 'takes all but hangs up' }],
    ['hangs up after it took the end', { 3: 'takes all but hangs up' }],
  ])('is whole when the server %s', async (_what, faults) => {
    server = new SessionServer(faults);
    await (await write()).commit();
    expect(server.isComplete).toBe(true);
    expect(server.held.equals(CONTENT)).toBe(true);
  });

  it('is cancelled by a rollback', async () => {
    server = new SessionServer();
    await (await write()).rollback();
    expect(server).toMatchObject({ isComplete: false, isCancelled: true });
  });

  it('sends nothing to a session at another host', async () => {
    server = new SessionServer();
    const other = new SessionServer();
    try {
      server.location = `${await other.start()}/session`;
      const error: unknown = await write().catch((reason: unknown) => reason);
      expect(GCS_DRIVER.describe(error)).toContain('upload at another host');
      expect([...server.ranges, ...other.ranges]).toEqual([]);
    } finally {
      other.stop();
    }
  });
});
