import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { specOf } from '../../test/support/flow-workspace.ts';
import { exactJson } from '../domain/exact-json.ts';
import { objectKeys } from '../domain/object-keys.ts';

const MAIN = path.resolve('runner/main.ts');
/** More refusals than the default number of attempts of the client. */
const REFUSALS = 5;

const RUN = 'r';
const [SPEC, CLAIM, RESULT] = [
  objectKeys.runSpec(RUN),
  objectKeys.runClaim(RUN, 1),
  objectKeys.runResult(RUN, 1),
];

let folder: string;
let server: Server;
let objects: Map<string, string>;
/** The number of remaining requests to refuse, by object. */
let refusals: Map<string, number>;
/** Objects whose next put gets no response. */
let lostResponses: Set<string>;

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'millrace-store-outage-'));
  // The graph is invalid, so the run fails without reading data.
  objects = new Map([
    [SPEC, exactJson.stringify(specOf({ nodes: {}, edges: '', inputs: [] }, RUN))],
  ]);
  refusals = new Map();
  lostResponses = new Set();
  server = createServer((request, response) => void answer(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});

afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await rm(folder, { recursive: true });
});

/** A minimal S3 server: get, head, put and conditional put. */
async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = (await request.toArray()).join('');
  const key = new URL(request.url ?? '', 'http://s3').pathname.replace('/bucket/', '');
  const remaining = refusals.get(key) ?? 0;
  refusals.set(key, remaining - 1);
  if (remaining > 0) response.writeHead(503).end();
  else if (request.method === 'PUT') put(key, body, request, response);
  else if (objects.has(key)) response.end(objects.get(key));
  else response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>');
}

function put(key: string, body: string, request: IncomingMessage, response: ServerResponse): void {
  if (request.headers['if-none-match'] === '*' && objects.has(key)) {
    response.writeHead(412).end();
    return;
  }
  objects.set(key, body);
  if (lostResponses.delete(key)) response.destroy();
  else response.end();
}

async function run(): Promise<number | null> {
  const child = spawn(process.execPath, ['--no-warnings', MAIN, 'run', '--run-id', RUN], {
    env: {
      PATH: process.env.PATH,
      SERVICE_OBJECT_STORE: 's3://bucket',
      SERVICE_S3_ENDPOINT: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      SERVICE_S3_ACCESS_KEY_ID: 'key',
      SERVICE_S3_SECRET_ACCESS_KEY: 'secret',
      SERVICE_DATA_DIR: folder,
    },
    stdio: 'ignore',
  });
  const [code] = (await once(child, 'close')) as [number | null];
  return code;
}

describe('a run during an outage of the object store', () => {
  it.each([
    ['reading the spec', SPEC],
    ['claiming the attempt', CLAIM],
    ['writing the result', RESULT],
  ])('retries %s', async (_step, key) => {
    refusals.set(key, REFUSALS);
    expect(await run()).toBe(42);
    expect(JSON.parse(objects.get(RESULT) ?? '')).toMatchObject({ status: 'failed' });
  });

  it('recognizes its own claim after the response to the put was lost', async () => {
    lostResponses.add(CLAIM);
    expect(await run()).toBe(42);
  });

  it('exits without a result when another process has claimed the attempt', async () => {
    objects.set(CLAIM, '{"host":"other"}');
    expect(await run()).toBe(43);
    expect(objects.has(RESULT)).toBe(false);
  });
});
