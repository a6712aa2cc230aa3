import { readFile } from 'node:fs/promises';
import fc from 'fast-check';
import pl from '../engines/polars/pinned/library.ts';
import type { Dtype } from '../domain/column.ts';
import type { FileFormat } from '../domain/file-format.ts';
import type { JsonValue } from '../domain/json.ts';
import { polarsType } from '../engines/polars/column-types.ts';
import { IngestWorkspace } from '../../test/support/ingest-workspace.ts';
import { writeFrame } from './writers/write-frame.ts';
import { propertyRuns } from '../../test/support/property-runs.ts';

interface ColumnOfText {
  readonly type: Dtype;
  /** Null, or the text of the value. */
  readonly cells: readonly (string | null)[];
}

const ROWS = 6;
/** Each column holds a value that only its type explains, so that reading cannot choose another. */
const SIGNATURE: Readonly<Record<Exclude<Dtype, 'datetime'>, string>> = {
  integer: '17',
  float: '0.5',
  boolean: 'true',
  string: 'text',
};

const value: Readonly<Record<keyof typeof SIGNATURE, fc.Arbitrary<string>>> = {
  integer: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String),
  float: fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
  boolean: fc.boolean().map(String),
  string: fc
    .oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('"', 'a\nb', '\r', ' ', '007', ',', '\t', ';', '""'),
    )
    .filter((text) => !text.includes('\0')),
};

const column: fc.Arbitrary<ColumnOfText> = fc
  .constantFrom('integer', 'float', 'boolean', 'string')
  .chain((type) =>
    fc
      .array(fc.option(value[type], { freq: 4 }), { minLength: ROWS, maxLength: ROWS })
      .map((cells) => ({ type, cells: [SIGNATURE[type], ...cells] })),
  );

const tables = fc.array(column, { minLength: 1, maxLength: 5 });

function frameOf(columns: readonly ColumnOfText[]): pl.DataFrame {
  return pl.DataFrame(
    columns.map(({ type, cells }, index) => {
      const name = `k${index}`;
      const texts = pl.Series(name, [...cells], pl.String);
      if (type === 'boolean')
        return pl.Series(
          name,
          cells.map((cell) => (cell === null ? null : cell === 'true')),
          pl.Bool,
        );
      return texts.cast(polarsType(pl, type), true).rename(name);
    }),
  );
}

function expected({ type, cells }: ColumnOfText, emptyIsNull: boolean): JsonValue[] {
  return cells.map((cell) => {
    if (cell === null || (emptyIsNull && cell === '')) return null;
    if (type === 'string') return cell;
    if (type === 'boolean') return cell === 'true';
    if (type === 'float') return Number(cell);
    return Number.isSafeInteger(Number(cell)) ? Number(cell) : BigInt(cell);
  });
}

describe('a table that is written and read back is unchanged', () => {
  let bench: IngestWorkspace;
  beforeAll(async () => {
    bench = await IngestWorkspace.open();
  });
  afterAll(async () => {
    await bench.close();
  });

  async function roundTrip(format: FileFormat, columns: readonly ColumnOfText[]): Promise<void> {
    const path = bench.path('written');
    const schema = columns.map(({ type }, index) => ({ name: `k${index}`, type }));
    const { rows } = await writeFrame(frameOf(columns).lazy(), schema, format, path);
    const outcome = await bench.ingest(format, await readFile(path));
    expect(rows).toBe(ROWS + 1);
    expect(outcome.columns).toEqual(schema.map(({ name, type }) => `${name}:${type}`));
    const emptyIsNull = format === 'csv' || format === 'tsv';
    columns.forEach((each, index) => {
      const values = outcome.rows.map((row) => row[`k${index}`]);
      expect(values).toEqual(expected(each, emptyIsNull).map(plusZero));
    });
  }

  it.each(['csv', 'tsv', 'json', 'jsonl'] as const)('%s', async (format) => {
    await fc.assert(
      fc.asyncProperty(tables, (columns) => roundTrip(format, columns)),
      propertyRuns(40),
    );
  });

  it('parquet', async () => {
    await fc.assert(
      fc.asyncProperty(tables, (columns) => roundTrip('parquet', columns)),
      propertyRuns(3),
    );
  });
});

/** -0 and 0 are one value. */
function plusZero(cell: JsonValue): JsonValue {
  return cell === 0 ? 0 : cell;
}
