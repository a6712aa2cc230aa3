import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pl from '../../engines/polars/pinned/library.ts';
import { writeCells } from './cells.ts';

it('writes a large result whose rows a filter finds, though half of a column is null', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'millrace-cells-'));
  try {
    const file = path.join(folder, 'result.parquet');
    const cells = Array.from({ length: 2 ** 18 }, (_, row) => (row % 2 === 0 ? null : '5'));
    await writeCells([{ name: 'n', type: 'integer', cells }], file);
    const present = pl.scanParquet(file, { glob: false }).filter(pl.col('n').isNotNull());
    expect((await present.collect()).height).toBe(2 ** 17);
  } finally {
    await rm(folder, { recursive: true });
  }
});
