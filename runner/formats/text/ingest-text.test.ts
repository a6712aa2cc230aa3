import { IngestWorkspace } from '../../../test/support/ingest-workspace.ts';

describe('ingesting text', () => {
  let bench: IngestWorkspace;
  beforeAll(async () => {
    bench = await IngestWorkspace.open();
  });
  afterAll(async () => {
    await bench.close();
  });

  const cases: Record<string, [string | Buffer, string[]]> = {
    'a line is a row, an empty line an empty text': ['a,b\n\n "q" \n', ['a,b', '', ' "q" ']],
    'the last line needs no end': ['a\nb', ['a', 'b']],
    'LF, CR LF and CR end a line': ['a\r\nb\rc\n', ['a', 'b', 'c']],
    'numbers are text': ['1\n2\n', ['1', '2']],
    'an empty file has no rows': ['', []],
    'a byte order mark is no text': ['\ufeffa\n', ['a']],
    'cp1252 is known': [Buffer.from('caf\xe9\n', 'latin1'), ['café']],
    'UTF-16 is known': [Buffer.from('\ufeffé\n', 'utf16le'), ['é']],
  };
  it.each(Object.entries(cases))('%s', async (_, [content, lines]) => {
    const outcome = await bench.ingest('text', content);
    expect(outcome.columns).toEqual(['text:string']);
    expect(outcome.rows).toEqual(lines.map((text) => ({ text })));
    expect(outcome.rowCount).toBe(lines.length);
  });

  const TOKYO = Buffer.from([0x93, 0x8c, 0x8b, 0x9e, 0x93, 0x73]); // 東京都 in Shift_JIS

  it.each([1, 2, 3, 4, 5])(
    'recognizes a script of which %i bytes precede a border between chunks of the file',
    async (bytes) => {
      const lines = Array.from({ length: 4 }, () => Buffer.concat([TOKYO, Buffer.from('\n')]));
      // The last line is the one at the border.
      const before = 3 * (TOKYO.length + 1) + bytes;
      const padding = Buffer.from(`${'x'.repeat((1 << 20) - before - 1)}\n`);
      const { rows, warnings } = await bench.ingest('text', Buffer.concat([padding, ...lines]));
      expect(rows.slice(1)).toEqual(lines.map(() => ({ text: '東京都' })));
      expect(warnings).toMatchObject([
        { code: 'guessed_encoding', message: expect.stringContaining('read as shift_jis') },
      ]);
    },
  );

  it('recognizes a script in lines that CR ends', async () => {
    const line = Buffer.concat([TOKYO, TOKYO, Buffer.from('\r')]);
    const { rows } = await bench.ingest(
      'text',
      Buffer.concat(Array.from({ length: 6_000 }, () => line)),
    );
    expect(rows[0]).toEqual({ text: '東京都東京都' });
  });

  it('reads a file of which only the first 64 KiB are those of a script as cp1252, and names the line', async () => {
    const greek = Buffer.from([0xc1, 0xe8, 0xde, 0xed, 0xe1, 0x0a]); // Αθήνα in cp1253
    const { rows, rowCount, warnings } = await bench.ingest(
      'text',
      Buffer.concat([...Array.from({ length: 12_000 }, () => greek), Buffer.from([0xd2, 0x0a])]),
    );
    expect([rowCount, rows[0]]).toEqual([12_001, { text: 'ÁèÞíá' }]);
    expect(warnings.map(({ message }) => message)).toEqual([
      'The file was read as cp1252, since its bytes are those of cp1253 but for one in line 12001: a cell is "ÁèÞíá". If that is wrong, correct line 12001 and save it as UTF-8.',
    ]);
  });

  it('reads lines that span chunks of the file', async () => {
    const lines = Array.from(
      { length: 200_000 },
      (_, index) => `${index}${'"x'.repeat(index % 9)}`,
    );
    const outcome = await bench.ingest('text', lines.join('\r\n'));
    expect(outcome.rowCount).toBe(lines.length);
  });

  it('rejects binary content and options', async () => {
    await expect(bench.ingest('text', 'a\n\0')).rejects.toThrow(/NUL byte in line 2/);
    await expect(bench.ingest('text', 'a', { encoding: 'utf-8' })).rejects.toThrow(
      /does not apply/,
    );
  });
});
