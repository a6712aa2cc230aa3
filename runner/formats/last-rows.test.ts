import { utils, write } from '@e965/xlsx';
import { useIngestWorkspace } from '../../test/support/ingest-workspace.ts';

const ROWS = Array.from({ length: 2_000 }, (_, row) => `${row},1`).join('\n');

describe('warnings of the last rows', () => {
  const bench = useIngestWorkspace();

  const found = async (csv: string): Promise<readonly string[]> => {
    const { warnings } = await bench.ingest('csv', csv);
    return warnings.map(({ code, column, message }) => {
      const [, where = ''] = /of (".*?) below/.exec(message) ?? [];
      return `${code} ${column ?? ''}: ${where}`;
    });
  };

  it('names the row and the text that alone keep a column of CSV or Excel from numbers', async () => {
    const expected = {
      code: 'total_rows',
      column: 'id',
      message:
        'Column "id" is text only because of "Total" in row 3 of 3 below the header: if it is a total, remove the row from the file, since sums of the other columns count the row too.',
    };
    const csv = await bench.ingest('csv', 'id,amount\n1,10\n2,20\nTotal,30\n');
    expect([csv.columns, csv.warnings]).toEqual([['id:string', 'amount:integer'], [expected]]);
    const rows = [
      ['id', 'amount'],
      [1, 10],
      [2, 20],
      ['Total', 30],
    ];
    const book = utils.book_new(utils.aoa_to_sheet(rows), 'S');
    const bytes = write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer;
    const excel = await bench.ingest('excel', bytes);
    expect([excel.columns, excel.warnings]).toEqual([['id:string', 'amount:integer'], [expected]]);
  });

  it('finds several footers, also below the rows of the sample and beside missing values', async () => {
    expect(await found('id,n\n1,10\n2,20\nTotal,30\nAverage,15\n')).toEqual([
      'total_rows id: "Total", "Average" in the last rows from 3 of 4 on',
    ]);
    expect(await found(`id,n\n${ROWS}\nNA,1\nTotal,1\n`)).toEqual([
      'total_rows id: "Total" in row 2002 of 2002',
    ]);
    expect(await found('id,n\n1,10\n2,20\n" Total ",30\n,5\n')).toEqual([
      'total_rows id: "Total" in row 3 of 4',
    ]);
  });

  it('are absent for texts in other rows, texts that are no words, and columns of text', async () => {
    expect(await found('id,n\n1,10\nTotal,10\n2,20\n3,1\n4,1\n5,1\nTotal,30\n')).toEqual([]);
    expect(await found('id,n\n1,10\n2,20\nTotal,30\n3,1\n')).toEqual([]);
    expect(await found('id,n\n1,1\nTotal,1\nMean,1\nCount,1\nSum,1\n')).toEqual([]);
    expect(await found('id,n\n1,10\nx,10\n2,20\n3,1\n4,1\n5,1\n')).toEqual([]);
    expect(await found('id,n\n1,10\n2,10\nx,10\n2,20\nTotal,30\n')).toEqual([]);
    expect(await found('id,n\n1,10\nB1,30\n')).toEqual([]);
    expect(await found('name,n\na,10\nb,10\nTotal,20\n')).toEqual([]);
    expect(await found('id,n\nx,10\ny,10\n3,20\n4,1\n5,1\nTotal,1\n')).toEqual([]);
  });
});
