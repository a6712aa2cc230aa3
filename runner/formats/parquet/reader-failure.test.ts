import { truncate, writeFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import pl from '../../engines/polars/pinned/library.ts';
import { IngestWorkspace } from '../../../test/support/ingest-workspace.ts';
import { arrowToParquet } from './arrow-to-parquet.ts';
import { readerFailureReason } from './reader-failure.ts';

/** As pyarrow writes them, compressed: a file with a UUID, of which the library's process dies, and a stream with an interval. */
const UUID_FILE =
  'H4sIAAAAAAACA91RMWrDQBAc2YpymAMfwQSVLlwbDKlEGnfuAm5SH0iFC8tgSzhPSOkH+EF5UrpkdnVKhJA/4IFd' +
  '7d3tzM7p1tvt2/sK+CG+ATgIJrBI8ADDiohirsGVYY5D5jYj1f4nfg0Zj9rnMOOOEqcz5qtyW+2GVzNGjE3Q+uL8' +
  'NNQy0x+Ph/Oyrnc5IBpr8ZkVH1VRnnaHMiv9voDqWnXU6sf4RzrA2xeVz33lQbeG3Ungyf0/0cwSWDyHP2D1ThjH' +
  'quf+1CdcN7PF72s4izrzR7gN16mjHk/gexB/Lc/SZaLOXOONLl6YF513MUHwMjDvnt9xHoXe1S84P74p2gIAAA==';
const INTERVAL_STREAM =
  'H4sIAAAAAAACA3WOUQ7CMAxDX7dSptGPfkyIw3Ah/naM3To4USYQEpaaxKnjxMxsBwaOlU7jwqJKKFUcsUWxZlRb' +
  'b4uZTb3GNVQjPcrN8yO1pP4lnWtbdCa01o70cXTuubmHG3MNj8GJVbzHFX7bM/8KH0z8x/iqy8/c2fP5Obnf5/kN' +
  '6l6TliABAAA=';

describe('an undamaged file that cannot be read', () => {
  let bench: IngestWorkspace;
  beforeAll(async () => {
    bench = await IngestWorkspace.open();
  });
  afterAll(async () => {
    await bench.close();
  });

  it.each([
    ['arrow.uuid', UUID_FILE],
    ['month_day_nano_interval', INTERVAL_STREAM],
  ])(
    "names the unsupported type %s and keeps the library's message as the cause",
    async (type, compressed) => {
      const content = gunzipSync(Buffer.from(compressed, 'base64'));
      const error: unknown = await bench
        .ingest('parquet', content)
        .catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({
        message: `file.parquet cannot be read as an Arrow file: it has a column of the type ${type}, which is not supported: leave the column out, or write it as another type.`,
        cause: { message: expect.stringContaining(type) as string },
      });
    },
  );

  it.each([
    [
      'stream',
      'orders.arrows',
      'an Arrow stream can have at most 1 GiB. Write it as an Arrow file',
    ],
    [
      'file',
      'orders[1].arrow',
      'an Arrow file at a path with * ? [ ] { or } can have at most 1 GiB.',
    ],
  ] as const)('is a %s that memory does not hold', async (kind, name, reason) => {
    const path = bench.path(name);
    await writeFile(path, '');
    await truncate(path, 2 ** 30 + 1);
    await expect(arrowToParquet(pl, { path, kind }, bench.path('out.parquet'))).rejects.toThrow(
      reason,
    );
  });
});

describe('the reason of a failed read', () => {
  it.each([
    [
      'cannot create series from Union(UnionType { fields: [] })',
      /^it has a column of the type union, which is not supported/,
    ],
    ['assertion failed: *precision >= 1 && *precision <= 38', /of the type decimal256,/],
    ['operator does not support primitive `Int256`', /of the type decimal256,/],
    ['not yet implemented', /of the type list_view, run_end_encoded or another rare one,/],
    [
      'memory allocation of 17179869184 bytes failed',
      /^it takes more memory than there is, or its content is damaged$/,
    ],
  ])('is derived from the message "%s"', (output, reason) => {
    expect(readerFailureReason({ isArrow: true, output })).toMatch(reason);
  });

  it('is lack of memory when the reader was killed, and unknown when it aborted', () => {
    expect(readerFailureReason({ isArrow: true, output: '', signal: 'SIGKILL' })).toBe(
      'its reader was killed, probably for lack of memory',
    );
    expect(
      readerFailureReason({ isArrow: true, output: 'index out of bounds', signal: 'SIGABRT' }),
    ).toBeNull();
  });

  it("is the library's message for an unsupported Parquet type", () => {
    expect(readerFailureReason({ isArrow: false, output: 'not yet implemented' })).toBeNull();
  });
});
