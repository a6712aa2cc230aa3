import { readFileSync } from 'node:fs';
import path from 'node:path';
import pl from '../../runner/engines/polars/pinned/library.ts';
import { parityPython } from '../parity/parity-python.ts';
import { table } from '../parity/parity-case.ts';
import { checkWorldTable, type WorldFile } from './world-table.ts';

const PARQUET = path.join(import.meta.dirname, '../fixtures/world/parquet');

/** A fixture with a moment of INT96 replaced, of which it has the nanoseconds of the day without compression. */
function withMoment(fixture: string, from: bigint, to: bigint): Buffer {
  const bytes = readFileSync(path.join(PARQUET, fixture));
  const stored = Buffer.from(BigInt64Array.of(from).buffer);
  bytes.writeBigInt64LE(to, bytes.indexOf(stored));
  return bytes;
}

/** Datetimes and durations of so many nanoseconds. */
function frameOf(...nanoseconds: (string | null)[]): pl.DataFrame {
  const cells = pl.Series('ns', nanoseconds, pl.String).cast(pl.Int64);
  return pl
    .DataFrame([cells])
    .select(
      pl.nth(0).cast(pl.Datetime('ns')).alias('t'),
      pl.nth(0).cast(pl.Duration('ns')).alias('lasted'),
    );
}

const CUT = frameOf('1709200800123456789', '1709200800123456000', null);
const WHOLE = frameOf('1709200800123456000', null);
const MOMENT = ['2024-02-29T10:00:00.123456', 1_709_200_800.123456];

const FILES: readonly WorldFile[] = [
  {
    oddity: 'datetimes and durations of which one each is no whole microsecond',
    name: 'nanoseconds.parquet',
    format: 'parquet',
    bytes: CUT.writeParquet(),
    right: table('t datetime, lasted float', [MOMENT, MOMENT, [null, null]]),
    warnings: { cut_nanoseconds: '1 value of column "t" has nanoseconds, which are cut' },
  },
  {
    oddity: 'datetimes and durations of Arrow of which one each is no whole microsecond',
    name: 'nanoseconds.arrow',
    format: 'parquet',
    bytes: CUT.writeIPC(),
    right: table('t datetime, lasted float', [MOMENT, MOMENT, [null, null]]),
    warnings: { cut_nanoseconds: '1 value of column "t" has nanoseconds, which are cut' },
    notExported: 'Exported Python reads no Arrow files of a storage. Store the file as Parquet',
  },
  {
    oddity: 'datetimes and durations in nanoseconds that are whole microseconds',
    name: 'whole-nanoseconds.parquet',
    format: 'parquet',
    bytes: WHOLE.writeParquet(),
    right: table('t datetime, lasted float', [MOMENT, [null, null]]),
  },
  {
    oddity: 'moments of INT96 of which one is no whole microsecond',
    name: 'int96-near-ns.parquet',
    format: 'parquet',
    bytes: withMoment('int96-near.parquet', 36_000_123_456_000n, 36_000_123_456_001n),
    right: table('id integer, t datetime', [
      [1, '2024-02-29T10:00:00.123456'],
      [2, null],
      [3, '1700-01-01T00:00:00'],
    ]),
    warnings: {
      cut_nanoseconds: /^1 value of column "t" has .*: 2024-02-29 10:00:00\.123456001\. Write/,
    },
  },
  {
    oddity: 'moments of INT96, of which some are far and one is no whole microsecond',
    name: 'int96-far-ns.parquet',
    format: 'parquet',
    bytes: withMoment('int96-far.parquet', 36_000_000_000_000n, 36_000_000_000_999n),
    notExported: 'Python reads the column "valid_to" of its files otherwise than a run.',
    right: table('id integer, valid_to datetime', [
      [1, '2024-02-29T10:00:00'],
      [2, '9999-12-31T00:00:00'],
      [3, '0001-01-01T00:00:00'],
      [4, '2500-01-01T00:00:00'],
    ]),
    warnings: {
      cut_nanoseconds:
        /^1 value of column "valid_to" has .*: 2024-02-29 10:00:00\.000000999\. Write/,
    },
  },
  {
    oddity: 'texts of dates of which some have more digits than microseconds',
    name: 'digits.csv',
    format: 'csv',
    options: { dates: true },
    bytes:
      't,u\n2024-02-29T10:00:00.1234567,2024-02-29 10:00:00.123456+00:00\n' +
      '2024-02-29T12:00:00.123456001+02:00,2024-02-29 10:00:00.123456000Z\n',
    right: table('t datetime, u datetime', [
      ['2024-02-29T10:00:00.123456', '2024-02-29T10:00:00.123456'],
      ['2024-02-29T10:00:00.123456', '2024-02-29T10:00:00.123456'],
    ]),
    warnings: {
      cut_nanoseconds:
        /^2 values of column "t" have .*: 2024-02-29T10:00:00\.1234567\. Read the file without dates=true/,
    },
  },
];

checkWorldTable('Files with nanoseconds', FILES, {
  fixtures: 'parquet',
  python: await parityPython(),
});
