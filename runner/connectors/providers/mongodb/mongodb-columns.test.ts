import { BSON } from 'mongodb';
import { DocumentColumns } from './mongodb-columns.ts';
import { readDocument } from './mongodb-values.ts';

/** The type of a field of documents, its cells, and the warnings. */
function read(...values: unknown[]): unknown {
  const documents = values.map((v) => readDocument(BSON.serialize({ v })));
  const columns = new DocumentColumns();
  for (const document of documents) columns.add(document);
  const [reading] = columns.readings();
  const cells = documents.map(({ v }) => reading?.write(v));
  return [reading?.column.type, cells, reading?.warnings];
}

const decimal = (text: string): BSON.Decimal128 => BSON.Decimal128.fromString(text);

// FerretDB stores none of these, so no server is asked for them.
describe('columns of documents', () => {
  it('have decimals as the nearest floats, and as text beyond the range of floats', () => {
    expect(read(decimal('12.50'), decimal('-0.1'), 1)).toEqual([
      'float',
      ['12.5', '-0.1', '1'],
      [],
    ]);
    expect(read(decimal('1E+400'))).toEqual(['string', ['1E+400'], []]);
    expect(read({ price: decimal('12.50') })).toEqual(['string', ['{"price":"12.50"}'], []]);
  });

  it('warn of decimals that a float rounds, or has as 0, and are marked', () => {
    const warning = (text: string): unknown =>
      expect.stringContaining(`Column "v" has decimals that a float rounds: ${text} is read as`);
    expect(read(decimal('12345678901234567.89'), decimal('1'))).toEqual([
      'float',
      ['12345678901234568', '1'],
      [warning('12345678901234567.89')],
    ]);
    expect(read(decimal('1E-400'))).toEqual(['float', ['0'], [warning('1E-400')]]);
    expect(read(decimal('0.33333333333333333333'), decimal('0E-400'))).toEqual([
      'float',
      ['0.3333333333333333', '0'],
      [],
    ]);
    const columns = new DocumentColumns();
    columns.add({ v: decimal('12345678901234567.89'), w: decimal('1E+3'), x: decimal('NaN') });
    const readings = columns.readings();
    expect(readings.map(({ column }) => column)).toEqual([
      { name: 'v', type: 'float', rounded: true },
      { name: 'w', type: 'float' },
      { name: 'x', type: 'float' },
    ]);
  });

  it('have no number as null, and infinity as it is', () => {
    expect(read(NaN, Infinity, -Infinity, decimal('NaN'))).toEqual([
      'float',
      [null, 'inf', '-inf', null],
      [],
    ]);
  });

  it('have null for dates that the service has not, with a warning', () => {
    expect(read(new Date(8.64e15), new Date(0))).toEqual([
      'datetime',
      [null, '0'],
      ['Column "v" has dates outside of the years 1 to 9999, which are null.'],
    ]);
  });

  it('have the other types as text', () => {
    expect(read(new BSON.BSONRegExp('a', 'i'), new BSON.Timestamp({ t: 5, i: 1 }))).toEqual([
      'string',
      ['/a/i', '5:1'],
      [],
    ]);
    expect(read({ toJSON: 1 })).toEqual(['string', ['{"toJSON":1}'], []]);
  });

  it('are at most ten thousand', () => {
    const columns = new DocumentColumns();
    expect(() => {
      for (let n = 0; n <= 10_000; n += 1) columns.add({ [`f${n}`]: null });
    }).toThrow('more than 10000 different fields');
  });
});
