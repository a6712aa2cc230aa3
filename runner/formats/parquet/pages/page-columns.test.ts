import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import pl from '../../../engines/polars/pinned/library.ts';
import { PARQUET_SCAN_OPTIONS } from '../../parquet-scan-options.ts';
import { columnReadings } from '../footer/column-reading.ts';
import { readFooter, type ParquetFooter } from '../footer/parquet-footer.ts';
import { convertColumn } from '../parquet-columns.ts';
import { CutMoments } from './cut-moments.ts';
import { pageRows } from './page-columns.ts';

const FIXTURES = path.join(import.meta.dirname, '../../../../test/fixtures/world/parquet');
/** Types of Arrow's own schema, of which the footer knows nothing. */
const OF_ARROW: readonly string[] = ['dur', 'berlin', 'berlin_ms'];

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'millrace-pages-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function footerOf(file: string): Promise<ParquetFooter> {
  const footer = await readFooter(file);
  if (footer === null) throw new Error('The footer was not read');
  return footer;
}

/** The cells of all columns but some, by the page reader. */
async function pagesOf(file: string, without: readonly string[] = []): Promise<unknown[][]> {
  const footer = await footerOf(file);
  const columns = footer.columns.flatMap((field, place) =>
    without.includes(field.name) ? [] : [{ place, name: field.name, field, cut: new CutMoments() }],
  );
  const rows: unknown[][] = [];
  for await (const row of pageRows(file, footer, columns)) rows.push(row);
  return rows;
}

/** The same as JSON of polars. */
async function jsonOfPolars(file: string, without: readonly string[] = []): Promise<unknown[][]> {
  const scan = pl.scanParquet(file, PARQUET_SCAN_OPTIONS);
  const { columns } = await scan.limit(0).collect();
  const texts = columns.flatMap((name, place) =>
    without.includes(name) ? [] : [convertColumn(pl, 'json', pl.nth(place)).alias(`c${place}`)],
  );
  return (await scan.select(texts).collect()).rows() as unknown[][];
}

it('writes lists, structs and maps of every type as polars does', async () => {
  const file = path.join(FIXTURES, 'nested-types.parquet');
  const [due] = await jsonOfPolars(file, OF_ARROW);
  const [found] = await pagesOf(file, OF_ARROW);
  expect(found).toEqual(due);
});

it('writes maps within lists, structs and maps as polars does', async () => {
  const file = path.join(FIXTURES, 'nested-maps.parquet');
  expect(await pagesOf(file)).toEqual(await jsonOfPolars(file));
});

const CODECS = ['uncompressed', 'snappy', 'gzip', 'brotli', 'zstd', 'lz4'] as const;

it.each(CODECS)(
  'reads lists of any nesting in pages of codec %s, as polars does',
  async (codec) => {
    const items = fc.option(
      fc.array(fc.option(fc.float({ noNaN: true, noDefaultInfinity: true }))),
    );
    const cells = fc.array(fc.option(fc.array(items, { maxLength: 4 })), { minLength: 1 });
    let files = 0;
    await fc.assert(
      fc.asyncProperty(cells, async (lists) => {
        const file = path.join(folder, `${codec}${files++}.parquet`);
        // polars does not make nested lists of JavaScript's.
        const texts = [...lists, [[0.1]]].map((list) => list && JSON.stringify(list));
        const json = pl.DataFrame([pl.Series('t', texts, pl.String)]);
        const type = pl.List(pl.List(pl.Float32));
        const frame = json.select(pl.col('t').str.jsonDecode(type).alias('a'));
        frame.writeParquet(file, { compression: codec });
        expect(await pagesOf(file)).toEqual(await jsonOfPolars(file));
      }),
      { numRuns: 20, seed: 7 },
    );
  },
);

it.each([2_932_897, -719_163])(
  'rejects dates beyond the years 1 to 9999 within others: %i days from 1970',
  async (days) => {
    const moment = pl.col('us').mul(86_400_000_000).cast(pl.Datetime('us')).alias('at');
    const frame = pl.DataFrame({ us: pl.Series('us', [0, days], pl.Int64) });
    for (const [place, value] of [moment.cast(pl.Date), moment].entries()) {
      const file = path.join(folder, `far${days}-${place}.parquet`);
      frame.select(pl.concatList([pl.struct([value])]).alias('v')).writeParquet(file);
      await expect(pagesOf(file)).rejects.toThrow(
        'Column "v" holds dates beyond the years 1 to 9999.',
      );
    }
  },
);

it('reads the texts of several row groups and of pages with a dictionary', async () => {
  const file = path.join(folder, 'groups.parquet');
  const texts = Array.from({ length: 5_000 }, (_, row) => (row % 7 === 0 ? null : `t${row % 90}`));
  const frame = pl.DataFrame([pl.Series('t', texts, pl.String)]).lazy();
  await frame.sinkParquet(file, { compression: 'zstd', rowGroupSize: 700 }).collect();
  expect((await pagesOf(file)).map(([text]) => text)).toEqual(texts);
  expect(columnReadings(await footerOf(file))).toEqual(['polars']);
});
