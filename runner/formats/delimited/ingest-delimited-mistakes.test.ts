import { UserError } from '../../domain/errors.ts';
import { IngestWorkspace } from '../../../test/support/ingest-workspace.ts';

describe('invalid CSV and TSV', () => {
  let bench: IngestWorkspace;
  beforeAll(async () => {
    bench = await IngestWorkspace.open();
  });
  afterAll(async () => {
    await bench.close();
  });

  describe('is rejected with a message that names the cause', () => {
    const broken: Record<string, [string | Buffer, object, RegExp]> = {
      'an empty file': ['', {}, /^file\.csv is empty/],
      'a name of more than a thousand characters': [
        `a,${'x'.repeat(1_001)}\n1,2\n`,
        {},
        /the name of column 2 has 1001 characters; at most 1000/,
      ],
      'blank lines only': ['\n \r\n\n', {}, /^file\.csv is empty/],
      'a row longer than the header': [
        'a,b\n1,2\n"x\ny",2,3\n',
        {},
        /line 4 has more cells than the header/,
      ],
      'every row longer than the header': ['a,b\n1,2,3\n4,5,6\n', {}, /line 2 has more cells/],
      'row names of R': [
        '"w","f"\n"1",26.5,3\n"2",27,4\n',
        {},
        /line 2 has more cells .*read it with rows=widest and column_names=\["row","w","f"\]\.$/,
      ],
      'a title of two cells above a header': [
        'Report,2024\na,b,c\nx,1,2\ny,3,4\n',
        {},
        /if the line above is a title, read the file with skip_rows=1\.$/,
      ],
      'a title above the header': [
        'Report\na,b\n1,2\n',
        {},
        /line 2 has more cells .*From line 2 on, the lines have 2 cells, separated by ",": if the line above is a title, read the file with skip_rows=1\.$/,
      ],
      'a title and notes below a skipped line': [
        'x\nReport\nStand: 1,5\na;b;c\n1;2;3\n4;5;6\n',
        { skip_rows: 1 },
        /From line 4 on, the lines have 3 cells, separated by ";": if the lines above are a title or comments, read the file with skip_rows=3\.$/,
      ],
      'comments above the header': [
        '# made, by\n# x\na,b,c\n1,2,3\n',
        {},
        /read the file with skip_rows=2 or comment=#\.$/,
      ],
      'many comments above the header': [
        `${'# a line\n'.repeat(26)}a,b,c\n${'1,2,3\n'.repeat(9)}`,
        {},
        /read the file with skip_rows=26 or comment=#\.$/,
      ],
      'a title above a header that ends with a delimiter': [
        'Series: x\n\nid,year,\nx,2000\ny,2001\nz,2002\n',
        {},
        /From line 2 on, the lines have 3 cells, .* read the file with skip_rows=1\.$/,
      ],
      'one longer row among others': [
        'a,b\n1,2\n3,4,5\n6,7\n',
        {},
        /line 3 has more cells .*, or choose another delimiter\. .*rows=widest\.$/,
      ],
      'an open quote': ['a,b\n1,2\n"x,3\n4,5\n', {}, /quote that is opened in line 3/],
      'a NUL byte': ['a,b\n1,2\n3,\0\n', {}, /NUL byte in line 3/],
      'a NUL byte in quotes': ['a,b\n1,"\0"\n', {}, /NUL byte in line 2/],
      'bytes that are not the encoding named': [
        Buffer.from('a\nx\ncaf\xe9\n', 'latin1'),
        { encoding: 'utf-8' },
        /not valid UTF-8 near line 3/,
      ],
      'bytes that are not the encoding named in several lines': [
        Buffer.from('stra\xdfe\nK\xf6ln\n', 'latin1'),
        { encoding: 'utf-8' },
        /not valid UTF-8 near line 1\./,
      ],
      'bytes that are not the encoding named below skipped lines': [
        Buffer.from('a report\nb\nK\xf6ln\nstra\xdfe\n', 'latin1'),
        { encoding: 'utf-8', skip_rows: 1 },
        /not valid UTF-8 near line 3\./,
      ],
      'a character cut off at the end': [
        Buffer.from([97, 10, 0xc3]),
        { encoding: 'utf-8' },
        /not valid UTF-8/,
      ],
      'an odd byte in UTF-16': [
        'a,b',
        { encoding: 'utf-16-le' },
        /not text in the encoding utf-16-le/,
      ],
      'half a surrogate pair': [
        Buffer.from([97, 0, 10, 0, 0x3d, 0xd8]),
        { encoding: 'utf-16-le' },
        /not text in the encoding utf-16-le/,
      ],
      'a byte that cp1252 lacks': [
        Buffer.from([97, 10, 0x81]),
        { encoding: 'cp1252' },
        /encoding cp1252: line 2 has a byte that is no character in it\. .*another encoding\.$/,
      ],
      'a delimiter that is not allowed': [
        'a\n',
        { delimiter: '::' },
        /delimiter "::" is not one of/,
      ],
      'an unknown encoding': ['a\n', { encoding: 'ebcdic' }, /encoding "ebcdic" is not one of/],
      'an unknown decimal mark': ['a\n', { decimal: "'" }, /decimal "'" is not one of/],
      'a decimal comma in cells that commas separate': [
        'a,b\n"1,5",2\n"3,5",4\n',
        { decimal: ',' },
        /^Commas separate the cells of file\.csv, so that decimal=, cannot be read: separate them by ;/,
      ],
      'an option of another format': ['a\n', { sheet: 'x' }, /option sheet does not apply/],
    };
    it.each(Object.entries(broken))('%s', async (_, [content, options, message]) => {
      const failure = bench.ingest('csv', content, options);
      await expect(failure).rejects.toThrow(message);
      await expect(failure).rejects.toBeInstanceOf(UserError);
      expect(await bench.leftovers()).toEqual([]);
    });

    it('rejects a delimiter option for TSV', async () => {
      await expect(bench.ingest('tsv', 'a\n', { delimiter: ',' })).rejects.toThrow(
        /does not apply/,
      );
    });
  });
});
