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
