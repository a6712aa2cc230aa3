import type { FileFormat } from '../../domain/file-format.ts';
import { useIngestWorkspace } from '../../../test/support/ingest-workspace.ts';

describe('a file in UTF-32', () => {
  const bench = useIngestWorkspace();

  const orders = ['little', 'big'] as const;
  const cases = (['csv', 'tsv', 'text', 'json', 'jsonl'] as const).flatMap((format) =>
    orders.flatMap((order) => ['\ufeff', ''].map((mark) => [format, order, mark] as const)),
  );

  it.each<readonly [FileFormat, 'little' | 'big', string]>(cases)(
    'is refused by name as %s in the order of %s endian, with the mark "%s"',
    async (format, order, mark) => {
      await expect(bench.ingest(format, utf32(`${mark}[{"ä": 1},\n 2]\n`, order))).rejects.toThrow(
        `file.${format} is text in UTF-32, which is not read. Save it as UTF-8.`,
      );
    },
  );

  it('is no file in UTF-16 without a mark, nor one with the mark of UTF-16', async () => {
    const text = Buffer.from('a,b\n1,2\n', 'utf16le');
    const read = { columns: ['a:integer', 'b:integer'] };
    expect(await bench.ingest('csv', text, { encoding: 'utf-16-le' })).toMatchObject(read);
    const marked = Buffer.concat([Buffer.from([0xff, 0xfe]), text]);
    expect(await bench.ingest('csv', marked)).toMatchObject(read);
    expect(await bench.ingest('csv', Buffer.from('a')).catch(String)).toMatchObject({
      columns: ['a:null'],
    });
  });
});

function utf32(text: string, order: 'little' | 'big'): Buffer {
  const codes = Array.from(text, (character) => character.codePointAt(0) ?? 0);
  const bytes = Buffer.alloc(codes.length * 4);
  for (const [place, code] of codes.entries()) {
    if (order === 'little') bytes.writeUInt32LE(code, place * 4);
    else bytes.writeUInt32BE(code, place * 4);
  }
  return bytes;
}
