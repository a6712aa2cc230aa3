import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { startWebServer } from '../../../test/support/web-server.ts';
import { UnknownOutcomeError } from '../pending-write.ts';
import { writeObject } from './use-storage.ts';

const xml = (text: string): string => `<?xml version="1.0" encoding="UTF-8"?>${text}`;

it.each([
  [404, 'NoSuchUpload'],
  [412, 'PreconditionFailed'],
])('does not take the refusal %i %s of a repeated commit for the result', async (status, code) => {
  let commits = 0;
  const server = await startWebServer((url, response, request) => {
    request.resume();
    request.on('end', () => {
      if (request.method === 'HEAD') response.writeHead(404).end();
      else if (request.method === 'PUT') response.writeHead(200, { ETag: '"e"' }).end();
      else if (url.searchParams.has('uploads')) {
        const upload = '<UploadId>u</UploadId>';
        response.end(
          xml(`<InitiateMultipartUploadResult>${upload}</InitiateMultipartUploadResult>`),
        );
      } else if (request.method === 'DELETE' || ++commits === 1) response.writeHead(500).end();
      else response.writeHead(status).end(xml(`<Error><Code>${code}</Code></Error>`));
    });
  });
  const folder = await mkdtemp(path.join(os.tmpdir(), 'millrace-commit-'));
  const file = path.join(folder, 'file');
  await writeFile(file, 'x');
  const fields = { host: server.url, port: null, database: 'bucket', username: 'a', options: null };
  const connection = { id: 'c', name: 'S', provider: 's3', secret: 'env:KEY', ...fields };
  const sources = { fileFolders: [], named: () => Promise.resolve({ value: 'k' }) };
  const write = { path: 'a', mode: 'error', file } as const;
  const pending = await writeObject(connection, sources, write);
  await expect(pending.commit()).rejects.toBeInstanceOf(UnknownOutcomeError);
  expect(commits).toBe(2);
  await server.close();
  await rm(folder, { recursive: true });
});
