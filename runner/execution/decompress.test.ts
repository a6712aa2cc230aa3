import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { decompress } from './object-file.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'millrace-gzip-'));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

async function inflate(bytes: number, maxBytes: number): Promise<string> {
  const files = { packed: path.join(folder, 'a.gz'), plain: path.join(folder, 'a') };
  await writeFile(files.packed, gzipSync(Buffer.alloc(bytes)));
  await decompress('in/a.csv.gz', files, maxBytes);
  return files.plain;
}

it('decompresses a file of the maximum size', async () => {
  expect(await readFile(await inflate(1_000_000, 1_000_000))).toHaveLength(1_000_000);
});

it('stops at the maximum size, and names the object', async () => {
  await expect(inflate(50_000_000, 1_000_000)).rejects.toThrow(
    'in/a.csv.gz has more than 1000000 bytes when it is decompressed.',
  );
  expect((await stat(path.join(folder, 'a'))).size).toBeLessThanOrEqual(1_000_000);
});
