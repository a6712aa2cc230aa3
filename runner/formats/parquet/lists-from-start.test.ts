import pl from '../../engines/polars/pinned/library.ts';
import { useIngestWorkspace } from '../../../test/support/ingest-workspace.ts';

describe('lists of structs', () => {
  const bench = useIngestWorkspace();

  it.each([
    ['a list', ['[null]', '[{"x":1,"y":2}]']],
    ['a list with the null behind the value', ['[{"x":1,"y":2}]', '[null]']],
    ['a list in a list', ['[[null]]', '[[{"x":1}],null]']],
    ['a list in a struct', ['{"*":[null]}', '{"*":[{"x":1}]}', '{"*":null}']],
    ['a list in structs of a list', ['[{"a":[null]},null]', '[{"a":[{"x":1}]},{"a":null}]']],
  ])('keep each null of %s in its row', async (_, texts) => {
    const lines = texts.map((text) => `{"v":${text}}`).join('\n');
    const frame = pl.readJSON(Buffer.from(lines), { format: 'lines' });
    for (const content of [frame.writeParquet(), frame.writeIPC()]) {
      const { rows } = await bench.ingest('parquet', content);
      expect(rows.map(({ v }) => v)).toEqual(texts);
    }
  });
});
