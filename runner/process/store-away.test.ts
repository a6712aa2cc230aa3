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
/** More than a request is made that somebody waits for. */
const AWAY_FOR = 5;

const RUN = 'r';
const [SPEC, CLAIM, RESULT] = [
  objectKeys.runSpec(RUN),
  objectKeys.runClaim(RUN, 1),
  objectKeys.runResult(RUN, 1),
];

let folder: string;
let server: Server;
let objects: Map<string, string>;
/** How often what is asked of an object is still refused, as by a server that is not up yet. */
let away: Map<string, number>;
/** Objects of which the answer to a put is lost, once. */
let losesAnswer: Set<string>;

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'millrace-store-away-'));
  // Its graph is unfit, which is a result as good as any.
  objects = new Map([
    [SPEC, exactJson.stringify(specOf({ nodes: {}, edges: '', inputs: [] }, RUN))],
  ]);
  away = new Map();
  losesAnswer = new Set();
  server = createServer((request, response) => void answer(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});

afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await rm(folder, { recursive: true });
});

/** As an S3 server does, as far as a run without data needs one. */
async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = (await request.toArray()).join('');
  const key = new URL(request.url ?? '', 'http://s3').pathname.replace('/bucket/', '');
  const left = away.get(key) ?? 0;
  away.set(key, left - 1);
  if (left > 0) response.writeHead(503).end();
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
  if (losesAnswer.delete(key)) response.destroy();
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

describe('a run whose object store is away for a while', () => {
  it.each([
    ['when it begins', SPEC],
    ['when it is claimed', CLAIM],
    ['when it has its result', RESULT],
  ])('waits for it %s', async (_when, key) => {
    away.set(key, AWAY_FOR);
    expect(await run()).toBe(42);
    expect(JSON.parse(objects.get(RESULT) ?? '')).toMatchObject({ status: 'failed' });
  });

  it('knows its own claim again, of which it was not told that it was stored', async () => {
    losesAnswer.add(CLAIM);
    expect(await run()).toBe(42);
  });

  it('leaves the claim of another alone', async () => {
    objects.set(CLAIM, '{"host":"other"}');
    expect(await run()).toBe(43);
    expect(objects.has(RESULT)).toBe(false);
  });
});
