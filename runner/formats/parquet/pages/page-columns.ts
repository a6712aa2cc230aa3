import { open, type FileHandle } from 'node:fs/promises';
import { FIRST_DATETIME_MS, LAST_DATETIME_MS } from '../../../domain/datetime-range.ts';
import type { ColumnSchema } from '../../../domain/column.ts';
import { isIntegerDecimal } from '../../../domain/types/integer-decimal.ts';
import type { Annotation } from '../footer/annotation.ts';
import { shapeOf } from '../footer/field-shape.ts';
import { isText } from '../footer/column-reading.ts';
import type {
  ColumnChunk,
  ParquetField,
  ParquetFooter,
  RowGroup,
} from '../footer/parquet-footer.ts';
import { notUtf8 } from '../not-utf8.ts';
import { datesOutOfRange } from '../reject-dates-out-of-range.ts';
import type { CutMoments } from './cut-moments.ts';
import { LeafCursor, type LeafChunk, type StoredValue } from './leaf-cursor.ts';
import { recordReader, type ReadValue } from './record-text.ts';
import { DateOutOfRange, float16, int96Nanoseconds, wordsOf } from './value-text.ts';

/** A column that is read from the pages of the file, by its place. */
export interface PageColumn {
  readonly place: number;
  /** Its name in the table. */
  readonly name: string;
  readonly field: ParquetField;
  /** Receives the moments whose nanoseconds are lost. */
  readonly cut: CutMoments;
}

/** Writers of some years ago counted the header of a dictionary not to its chunk. */
const PADDING = 100;
const FIRST_MICROSECOND = BigInt(FIRST_DATETIME_MS) * 1000n;
const LAST_MICROSECOND = BigInt(LAST_DATETIME_MS) * 1000n + 999n;

/** The column types of page columns: datetimes, integers, floats and texts. */
export function pageColumnType({ field }: PageColumn): ColumnSchema['type'] {
  if (field.physical === null || field.repetition === 'REPEATED') return 'string';
  if (field.physical === 'INT96') return 'datetime';
  const { annotation } = field;
  if (isInteger(annotation)) return 'integer';
  return annotation.kind === 'float16' || annotation.kind === 'decimal' ? 'float' : 'string';
}

function isInteger(annotation: Annotation): boolean {
  return annotation.kind === 'decimal' && isIntegerDecimal(annotation.precision, annotation.scale);
}

/**
 * Reads columns from the pages of a file as staged rows: datetimes are microseconds. The pages of one row
 * group are in memory at a time.
 * @throws UserError for a date that no datetime represents
 * @throws Error when the pages are damaged, or have another number of rows than the footer says
 */
export async function* pageRows(
  path: string,
  footer: ParquetFooter,
  columns: readonly PageColumn[],
): AsyncGenerator<(string | null)[]> {
  const file = await open(path, 'r');
  try {
    for (const group of footer.rowGroups) {
      const { cells, isDone } = await openGroup(file, { footer, group }, columns);
      for (let row = 0; row < group.rows; row += 1) yield cells.map((read) => read());
      if (!isDone()) throw new RangeError('A column has more values than rows');
    }
  } finally {
    await file.close();
  }
}

interface GroupOfFile {
  readonly footer: ParquetFooter;
  readonly group: RowGroup;
}

/** Reads the chunks of columns in a row group. */
async function openGroup(
  file: FileHandle,
  { footer, group }: GroupOfFile,
  columns: readonly PageColumn[],
): Promise<{ readonly cells: readonly ReadValue[]; readonly isDone: () => boolean }> {
  const leaves = new Map<number, LeafCursor>();
  for (const { field } of columns) {
    for (const path of leafPaths(field)) {
      const leaf = await readLeaf(file, path, group);
      leaves.set(leaf.field.chunk, new LeafCursor(leaf));
    }
  }
  const cursors = { leaves, isText: (field: ParquetField) => isText(field, footer) };
  return {
    cells: columns.map((column) => {
      const { field } = column;
      const leaf = leaves.get(field.chunk);
      const isNested = field.physical === null || field.repetition === 'REPEATED';
      const read =
        isNested || leaf === undefined
          ? recordReader(shapeOf(field), cursors)
          : leafCell(column, leaf, cursors.isText(field));
      return withName(read, column.name);
    }),
    isDone: () => Array.from(leaves.values()).every((leaf) => leaf.isDone()),
  };
}

function withName(read: ReadValue, name: string): ReadValue {
  return () => {
    try {
      return read();
    } catch (error) {
      if (error instanceof DateOutOfRange) throw datesOutOfRange(name);
      const code = error instanceof TypeError && 'code' in error ? error.code : null;
      throw code === 'ERR_ENCODING_INVALID_ENCODED_DATA' ? notUtf8(name) : error;
    }
  };
}

/** The fields from a column to each of its leaves. */
export function leafPaths(field: ParquetField): readonly (readonly ParquetField[])[] {
  if (field.physical !== null) return [[field]];
  return field.children.flatMap((child) => leafPaths(child).map((path) => [field, ...path]));
}

export async function readLeaf(
  file: FileHandle,
  path: readonly ParquetField[],
  group: RowGroup,
): Promise<LeafChunk> {
  const field = path.at(-1);
  const chunk = field === undefined ? undefined : group.chunks[field.chunk];
  if (field === undefined || chunk === null || chunk === undefined) {
    throw new RangeError('The metadata of a column is missing');
  }
  return { field, path, chunk, bytes: await readChunk(file, chunk) };
}

async function readChunk(file: FileHandle, { start, bytes }: ColumnChunk): Promise<Uint8Array> {
  const { size } = await file.stat();
  const length = Math.min(bytes + PADDING, size - start);
  if (start < 0 || length <= 0) throw new RangeError('A column lies outside the file');
  const buffer = Buffer.allocUnsafeSlow(length);
  let read = 0;
  while (read < length) {
    const { bytesRead } = await file.read(buffer, read, length - read, start + read);
    if (bytesRead === 0) throw new RangeError('The file ends within a column');
    read += bytesRead;
  }
  return buffer;
}

/** Reads the cell of a column without lists, maps and structs. */
function leafCell(column: PageColumn, leaf: LeafCursor, isLeafText: boolean): ReadValue {
  const cell = cellOf(column, isLeafText);
  return () => {
    const value = leaf.take();
    return value === null ? null : cell(value);
  };
}

function cellOf(
  { field, name, cut }: PageColumn,
  isLeafText: boolean,
): (value: StoredValue) => string | null {
  if (field.physical === 'INT96') {
    return (value) => {
      const nanoseconds = int96Nanoseconds(value as bigint);
      cut.add(nanoseconds);
      return microseconds(nanoseconds, name);
    };
  }
  if (field.annotation.kind === 'float16')
    return (value) => floatCell(float16(value as Uint8Array));
  const words = wordsOf(field, isLeafText);
  const isFloat = field.annotation.kind === 'decimal' && !isInteger(field.annotation);
  if (isFloat) return (value) => floatCell(Number(words(value).text));
  return (value) => words(value).text;
}

function floatCell(value: number): string | null {
  if (Number.isNaN(value)) return null;
  return String(value).replace('Infinity', 'inf');
}

function microseconds(nanoseconds: bigint, name: string): string {
  const whole = nanoseconds / 1000n - (nanoseconds % 1000n < 0n ? 1n : 0n);
  if (whole < FIRST_MICROSECOND || whole > LAST_MICROSECOND) throw datesOutOfRange(name);
  return String(whole);
}
