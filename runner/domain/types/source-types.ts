import type { ColumnType } from '../column.ts';

/** How the values of a source type become values of a column type. Default: a cast. */
export type SourceConversion = 'wideInteger' | 'decimal' | 'time' | 'seconds' | 'utf8' | 'json';

/** A type of Parquet files that is read as a column type. */
interface SourceTypeRow {
  readonly description: string;
  /** The names of its polars types. */
  readonly polars: readonly string[];
  readonly readAs: ColumnType;
  readonly conversion?: SourceConversion;
}

/**
 * The types of files that no engine computes with. The API names five types of columns, so a date is
 * not one of its own: it is read as the datetime of its midnight.
 */
export const SOURCE_TYPE_TABLE = {
  narrowInteger: {
    description: 'Integers of at most 32 bits.',
    polars: ['Int8', 'Int16', 'Int32', 'UInt8', 'UInt16', 'UInt32'],
    readAs: 'integer',
  },
  wideInteger: {
    description: 'Wider integers; text if a value needs more than 64 bits.',
    polars: ['UInt64', 'Int128', 'UInt128'],
    readAs: 'integer',
    conversion: 'wideInteger',
  },
  narrowFloat: {
    description: 'Floats of 16 and 32 bits.',
    polars: ['Float16', 'Float32'],
    readAs: 'float',
  },
  decimal: {
    description:
      'Decimal numbers, rounded to the nearest float; an upload warns where digits are lost. Those of at most 18 digits without a fraction are integers.',
    polars: ['Decimal'],
    readAs: 'float',
    conversion: 'decimal',
  },
  date: {
    description: 'Days; the datetime is their midnight.',
    polars: ['Date'],
    readAs: 'datetime',
  },
  zonedDatetime: {
    description: 'Datetimes with a zone, converted to UTC. polars names them like those without.',
    polars: ['Datetime'],
    readAs: 'datetime',
  },
  time: {
    description: 'Times of a day as ISO 8601 text.',
    polars: ['Time'],
    readAs: 'string',
    conversion: 'time',
  },
  duration: {
    description: 'Durations in seconds.',
    polars: ['Duration'],
    readAs: 'float',
    conversion: 'seconds',
  },
  category: {
    description: 'Texts of a fixed set.',
    polars: ['Categorical', 'Enum'],
    readAs: 'string',
  },
  binary: {
    description:
      'Bytes: UTF-8 where the file marks them as text, else hexadecimal digits, as of databases.',
    polars: ['Binary'],
    readAs: 'string',
    conversion: 'utf8',
  },
  list: {
    description: 'Lists as JSON text.',
    polars: ['List', 'FixedSizeList', 'Array'],
    readAs: 'string',
    conversion: 'json',
  },
  struct: {
    description: 'Structs as JSON text.',
    polars: ['Struct'],
    readAs: 'string',
    conversion: 'json',
  },
} as const satisfies Readonly<Record<string, SourceTypeRow>>;
