import { IngestWorkspace } from '../../../test/support/ingest-workspace.ts';

describe('column types of CSV and TSV', () => {
  let bench: IngestWorkspace;
  beforeAll(async () => {
    bench = await IngestWorkspace.open();
  });
  afterAll(async () => {
    await bench.close();
  });

  describe('are inferred from the whole column', () => {
    const cases: Record<string, { cells: string[]; type: string; values: unknown[] }> = {
      'whole numbers are integers': {
        cells: ['1', '-2', '+3'],
        type: 'integer',
        values: [1, -2, 3],
      },
      'an integer beside an empty cell stays one': {
        cells: ['1', '', '3'],
        type: 'integer',
        values: [1, null, 3],
      },
      '64-bit integers are exact': {
        cells: ['9223372036854775807', '', '-9223372036854775808', '9007199254740993'],
        type: 'integer',
        values: [9223372036854775807n, null, -9223372036854775808n, 9007199254740993n],
      },
      'longer digits stay text': {
        cells: ['9223372036854775808', '1'],
        type: 'string',
        values: ['9223372036854775808', '1'],
      },
      'one leading zero keeps the column text': {
        cells: ['12', '007', '3'],
        type: 'string',
        values: ['12', '007', '3'],
      },
      'zero and fractions below one have no leading zero': {
        cells: ['0', '0.5', '-0.25'],
        type: 'float',
        values: [0, 0.5, -0.25],
      },
      'integers and fractions are floats': { cells: ['1', '2.5'], type: 'float', values: [1, 2.5] },
      'an integer that a float cannot hold keeps the column text': {
        cells: ['9007199254740993', '2.5'],
        type: 'string',
        values: ['9007199254740993', '2.5'],
      },
      'exponents, and points at either end, are floats': {
        cells: ['1e5', '1.', '.5', '-1.5E-3', '100000000000000000000'],
        type: 'float',
        values: [100000, 1, 0.5, -0.0015, 1e20],
      },
      'a number too large for a float keeps the column text': {
        cells: ['1e400', '1.5'],
        type: 'string',
        values: ['1e400', '1.5'],
      },
      'NaN and infinities among numbers are numbers': {
        cells: ['1.5', 'NaN', 'inf', '-inf', 'nan'],
        type: 'float',
        values: [1.5, null, null, null, null],
      },
      'nan alone is text': { cells: ['nan', 'inf'], type: 'string', values: ['nan', 'inf'] },
      'true and false in any case are booleans': {
        cells: ['TRUE', 'false', 'True', 'fAlSe', ''],
        type: 'boolean',
        values: [true, false, true, false, null],
      },
      'yes and no are text': { cells: ['yes', 'no'], type: 'string', values: ['yes', 'no'] },
      'booleans beside numbers are text': {
        cells: ['true', '1'],
        type: 'string',
        values: ['true', '1'],
      },
      'numbers are trimmed, white space alone is null': {
        cells: [' 1', '2 ', '  ', '" 4 "'],
        type: 'integer',
        values: [1, 2, null, 4],
      },
      'padded booleans and floats are trimmed': {
        cells: [' true', 'FALSE '],
        type: 'boolean',
        values: [true, false],
      },
      'booleans after a blank are trimmed': {
        cells: [' true', '" false"', '\tTRUE'],
        type: 'boolean',
        values: [true, false, true],
      },
      'quoted numbers are numbers, a quoted empty cell is null': {
        cells: ['"1"', '""', '2'],
        type: 'integer',
        values: [1, null, 2],
      },
      'an empty text is null, quoted or not; white space is text': {
        cells: ['a', '""', '', '" "'],
        type: 'string',
        values: ['a', null, null, ' '],
      },
      'NA, null, None and N/A are text': {
        cells: ['NA', 'null', 'None', 'N/A', '1'],
        type: 'string',
        values: ['NA', 'null', 'None', 'N/A', '1'],
      },
      'dates stay text': { cells: ['2024-01-02'], type: 'string', values: ['2024-01-02'] },
      'the last row can make a column text': {
        cells: [...Array.from({ length: 99 }, () => '1'), 'x'],
        type: 'string',
        values: [...Array.from({ length: 99 }, () => '1'), 'x'],
      },
    };
    it.each(Object.entries(cases))('%s', async (_, { cells, type, values }) => {
      const body = cells.map((cell, index) => `r${index},${cell}\n`).join('');
      const outcome = await bench.ingest('csv', `id,v\n${body}`);
      expect(outcome.columns).toEqual(['id:string', `v:${type}`]);
      expect(outcome.rows.map((row) => row.v)).toEqual(values);
    });
  });
});
