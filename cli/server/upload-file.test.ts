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

describe('an upload of a file that cannot be read', () => {
  it('is reported as an unreadable file, not as a failed connection', async () => {
    begun = () => undefined;
    // Its size is known, but it has no content to read.
    const file = path.join(folder, '.');
    await writeFile(path.join(folder, 'in it'), 'x');
    await expect(upload(file)).rejects.toMatchObject({
      name: 'UserError',
      message: expect.stringContaining('cannot be read') as string,
    });
  });

  it('is reported as truncated when the file became shorter during the upload', async () => {
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
