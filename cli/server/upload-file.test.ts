import { once } from 'node:events';
import { truncateSync } from 'node:fs';
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { uploadFile, type Upload } from './upload-file.ts';

let folder: string;
let server: Server;
/** What the server does when a request has begun. */
let begun: () => void;

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'millrace-upload-'));
  server = createServer((request, response) => {
    begun();
    request.on('error', () => undefined);
    request.resume().once('end', () => response.end('{}'));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});

afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await rm(folder, { recursive: true });
});

function upload(file: string): Promise<unknown> {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const given = { file, name: 'a.csv', query: {}, fields: {} };
  return uploadFile({ url, token: null }, given as unknown as Upload);
}

describe('a file that is at fault itself', () => {
  it('is told as one that cannot be read, not as a connection that failed', async () => {
    begun = () => undefined;
    // Its size is known, but it has no content to read.
    const file = path.join(folder, '.');
    await writeFile(path.join(folder, 'in it'), 'x');
    await expect(upload(file)).rejects.toMatchObject({
      name: 'UserError',
      message: expect.stringContaining('cannot be read') as string,
    });
  });

  it('is told as one that became shorter while it was sent', async () => {
    const file = path.join(folder, 'log.csv');
    await writeFile(file, '');
    await truncate(file, 64 * 1024 * 1024);
    begun = () => {
      truncateSync(file, 1);
    };
    await expect(upload(file)).rejects.toMatchObject({
      name: 'UserError',
      message: `${file} has become shorter meanwhile.`,
    });
  });
});
