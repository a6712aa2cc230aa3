import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { fromObjectStore } from './object-store-errors.ts';

const fileOf = (name: string): string =>
  pathToFileURL(path.resolve(import.meta.dirname, name)).href;

// In a separate process: the client recognises socket errors by a class that differs in Jest's realm.
const PROGRAM = `
import { S3Store } from '${fileOf('../../runner/storage/s3-store.ts')}';
import { fromObjectStore } from '${fileOf('object-store-errors.ts')}';
const options = { endpoint: process.argv[1], accessKeyId: 'a', secretAccessKey: 'b' };
const read = new S3Store({ bucket: 'b', prefix: '' }, options).getText('k');
const thrown = await read.then(() => 'nothing', fromObjectStore);
console.log(JSON.stringify(thrown && { code: thrown.code, message: thrown.message }));
`;

/** Reads an object in a separate process. @returns what fromObjectStore makes of the error */
async function errorFrom(endpoint: string): Promise<unknown> {
  const run = ['--input-type=module', '--eval', PROGRAM, endpoint];
  const { stdout } = await promisify(execFile)(process.execPath, run);
  return JSON.parse(stdout) as unknown;
}

async function errorWhen(answer: RequestListener): Promise<unknown> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    return await errorFrom(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

describe('errors of an unreachable object store', () => {
  it.each([
    ['no server listens', () => errorFrom('http://127.0.0.1:1')],
    ['the host has no address', () => errorFrom('http://millrace.invalid')],
    ['the server closes the connection', () => errorWhen(({ socket }) => socket.destroy())],
    ['the server is overloaded', () => errorWhen((_, answer) => answer.writeHead(503).end())],
  ])('become `unavailable`: %s', async (_title, read) => {
    expect(await read()).toEqual({
      code: 'unavailable',
      message: 'The object store is not reachable at the moment',
    });
  });
});

it('fromObjectStore returns null for a rejected key and for a defect', async () => {
  expect(await errorWhen((_, answer) => answer.writeHead(403).end())).toBeNull();
  expect(fromObjectStore(new Error('x'))).toBeNull();
});
