import { gzipSync } from 'node:zlib';
import type { FileFormat } from '../domain/file-format.ts';
import { IngestWorkspace } from '../../test/support/ingest-workspace.ts';

describe('a gzip file without the extension .gz', () => {
  let bench: IngestWorkspace;
  beforeAll(async () => {
    bench = await IngestWorkspace.open();
  });
  afterAll(async () => {
    await bench.close();
  });

  it.each<FileFormat>(['csv', 'tsv', 'json', 'jsonl', 'text', 'excel', 'parquet'])(
    'is rejected as compressed when it is read as %s',
    async (format) => {
      await expect(bench.ingest(format, gzipSync('a,b\n1,2\n'))).rejects.toThrow(
        `file.${format} is compressed with gzip. Decompress it, or end its name in .gz when it is text.`,
      );
    },
  );
});
