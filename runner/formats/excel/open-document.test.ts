import { CFB, utils, write } from '@e965/xlsx';
import { useIngestWorkspace } from '../../../test/support/ingest-workspace.ts';

describe('the error of a formula in an OpenDocument sheet', () => {
  const bench = useIngestWorkspace();

  it.each([
    ['#DIV/0!', 'office:value-type="string" calcext:value-type="error"'],
    ['Err:502', 'office:value-type="string" office:string-value="" calcext:value-type="error"'],
    ['#WERT!', 'office:value-type="string" calcext:value-type="error"'],
    ['#NUM!', 'office:value-type="float" office:value="NaN"'],
  ])('%s is null and named by a warning, also as %s', async (shown, attributes) => {
    const { columns, warnings } = await bench.ingest('excel', sheet(formula(shown, attributes)));
    expect(columns).toEqual(['n:integer']);
    expect(warnings).toMatchObject([
      {
        code: 'error_cells',
        column: 'n',
        message: expect.stringContaining(`such as ${shown} in A4,`),
      },
    ]);
  });

  it('is a text if no formula has it', async () => {
    const text =
      '<table:table-cell office:value-type="string"><text:p>Err:502</text:p></table:table-cell>';
    const { columns, warnings } = await bench.ingest('excel', sheet(text));
    expect([columns, warnings]).toEqual([['n:string'], []]);
  });
});

function formula(shown: string, attributes: string): string {
  return `<table:table-cell table:formula="of:=F(1)" ${attributes}><text:p>${shown}</text:p></table:table-cell>`;
}

/** A sheet of the column n with 1, 2 and a cell. */
function sheet(cell: string): Buffer {
  const table = utils.aoa_to_sheet([['n'], [1], [2], ['here']]);
  const bytes: unknown = write(
    { SheetNames: ['S'], Sheets: { S: table } },
    { type: 'buffer', bookType: 'ods' },
  );
  const files = CFB.read(bytes, { type: 'buffer' });
  const content = CFB.find(files, '/content.xml');
  if (content === null) throw new Error('The library wrote no content');
  const xml = Buffer.from(content.content as Uint8Array).toString();
  content.content = Buffer.from(
    xml.replace(/<table:table-cell[^>]*><text:p>here<\/text:p><\/table:table-cell>/, cell),
  );
  return Buffer.from(CFB.write(files, { type: 'buffer', fileType: 'zip' }) as Uint8Array);
}
