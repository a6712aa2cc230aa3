import { isElement, shapeOf, type FieldShape } from './field-shape.ts';
import type { ParquetField, ParquetFooter } from './parquet-footer.ts';

/**
 * How a column is read: by polars; by the page reader, which reads what polars misreads; `int96` by polars
 * unless a moment is beyond its nanoseconds; `bytes` by polars unless it finds bytes. Or its type, or the
 * first one within it, which has no column type.
 */
export type ColumnReading =
  'polars' | 'pages' | 'int96' | 'bytes' | { readonly unreadable: string };

/** Where Arrow and polars add their own schema, polars reads the types of that one. */
const ARROW_KEY = 'ARROW:schema';
/** Maximum digits of a decimal. */
const MAX_DIGITS = 38;
/** Maximum bytes of a decimal that polars reads. */
const DECIMAL_BYTES = 16;

/** How the columns of a file are read, by what its footer says. */
export function columnReadings(footer: ParquetFooter): readonly ColumnReading[] {
  const rules = new ReadingRules(footer);
  return footer.columns.map((column) => rules.readingOf(column));
}

/**
 * Whether the bytes of a field are text. A file marks text as such. Only Impala does not by default, so all
 * its bytes are text.
 */
export function isText({ physical, annotation }: ParquetField, { writer }: ParquetFooter): boolean {
  if (physical !== 'BYTE_ARRAY') return false;
  if (annotation.kind === 'none') return writer.startsWith('impala');
  return annotation.kind === 'text' || annotation.kind === 'enum' || annotation.kind === 'json';
}

/** Whether a column has bytes of which the file does not say what they are. */
export function isUnknownBytes(column: ParquetField, footer: ParquetFooter): boolean {
  if (!hasBytes(column) || column.repetition === 'REPEATED' || isText(column, footer)) return false;
  return !KNOWN_BYTES.has(column.annotation.kind);
}

const KNOWN_BYTES: ReadonlySet<string> = new Set(['decimal', 'float16', 'uuid']);

/**
 * Whether pyarrow or polars in Python read a column otherwise: moments beyond their nanoseconds, ids that polars
 * has as bytes, texts that no file marks as such, decimals in more bytes than they need.
 */
export function isMisreadByPython(column: ParquetField, footer: ParquetFooter): boolean {
  if (column.physical === null) {
    return column.children.some((child) => isMisreadByPython(child, footer));
  }
  const { kind } = column.annotation;
  if (column.physical === 'INT96' || kind === 'uuid' || kind === 'decimal') return true;
  return kind === 'none' && isText(column, footer);
}

class ReadingRules {
  readonly #footer: ParquetFooter;
  readonly #hasArrow: boolean;

  constructor(footer: ParquetFooter) {
    this.#footer = footer;
    this.#hasArrow = footer.keys.has(ARROW_KEY);
  }

  readingOf(column: ParquetField): ColumnReading {
    const type = this.#unreadable(shapeOf(column), false);
    if (type !== null) return { unreadable: type };
    if (column.physical === null || column.repetition === 'REPEATED') {
      return this.#isPlain(column) ? 'polars' : 'pages';
    }
    if (column.physical === 'INT96') return 'int96';
    if (column.annotation.kind === 'decimal') return isNarrow(column) ? 'polars' : 'pages';
    return hasBytes(column) && !this.#isMarkedText(column) ? 'bytes' : 'polars';
  }

  /** The type of a value that has no column type, whatever reads it; null: there is none. */
  #unreadable(shape: FieldShape, isInner: boolean): string | null {
    if (shape.field.annotation.kind === 'variant') return 'variant';
    switch (shape.kind) {
      case 'leaf':
        return this.#unreadableLeaf(shape.field, isInner);
      case 'list':
        return this.#unreadableWithin('list', [shape.element]);
      case 'map':
      case 'struct':
        return this.#unreadableWithin(shape.kind, shape.members);
    }
  }

  #unreadableWithin(kind: string, members: readonly (FieldShape | undefined)[]): string | null {
    for (const member of members) {
      const type = member === undefined ? null : this.#unreadable(member, true);
      if (type !== null) return `${kind} of ${type}`;
    }
    return null;
  }

  #unreadableLeaf(field: ParquetField, isInner: boolean): string | null {
    const { annotation } = field;
    if (annotation.kind === 'interval') return 'interval';
    if (annotation.kind === 'decimal' && annotation.precision > MAX_DIGITS) {
      return `decimal(${annotation.precision}, ${annotation.scale})`;
    }
    // Arrow's own schema says what bytes are: integers of 128 bits, for example.
    return isInner && !this.#hasArrow && hasBytes(field) ? this.#unreadableBytes(field) : null;
  }

  #unreadableBytes(field: ParquetField): string | null {
    const { kind } = field.annotation;
    if (INNER_UNREADABLE.has(kind)) return kind;
    const isKnown = kind === 'decimal' || kind === 'float16' || isText(field, this.#footer);
    return isKnown ? null : 'binary';
  }

  /** Whether polars reads a text as text. That of Impala is bytes for it. */
  #isMarkedText(field: ParquetField): boolean {
    return field.annotation.kind !== 'none' && isText(field, this.#footer);
  }

  /** Whether polars reads the lists, maps and structs of a column, and all values within. */
  #isPlain(field: ParquetField): boolean {
    if (field.repetition === 'REPEATED') return false;
    if (field.physical !== null) return this.#isPlainLeaf(field);
    if (field.annotation.kind === 'list') return this.#isPlainList(field);
    if (field.annotation.kind === 'map') return this.#isPlainMap(field);
    return field.children.every((child) => this.#isPlain(child));
  }

  /** Whether polars reads the values of a leaf within a column. */
  #isPlainLeaf(field: ParquetField): boolean {
    if (field.physical === 'INT96') return false;
    if (field.annotation.kind === 'decimal') return isNarrow(field);
    return this.#hasArrow || !hasBytes(field) || this.#isMarkedText(field);
  }

  /** Its elements may be repeated themselves, as older writers have it, or lie in a repeated group. */
  #isPlainList(list: ParquetField): boolean {
    const [repeated, ...others] = list.children;
    if (repeated?.repetition !== 'REPEATED' || others.length > 0) return false;
    if (repeated.physical !== null) return this.#isPlainLeaf(repeated);
    const isKnown = isElement(list, repeated) || repeated.name === 'list';
    return isKnown && repeated.children.every((child) => this.#isPlain(child));
  }

  #isPlainMap(map: ParquetField): boolean {
    const [pairs, ...others] = map.children;
    if (pairs?.repetition !== 'REPEATED' || others.length > 0) return false;
    const names = pairs.children.map(({ name }) => name);
    // The names of key and value are in the JSON of a map.
    if (names.length !== 2 || names[0] !== 'key' || names[1] !== 'value') return false;
    return pairs.children.every((child) => this.#isPlain(child));
  }
}

/** Within lists, maps and structs; columns of these become text or digits. */
const INNER_UNREADABLE: ReadonlySet<string> = new Set([
  'enum',
  'json',
  'bson',
  'uuid',
  'geometry',
  'geography',
]);

function hasBytes({ physical }: ParquetField): boolean {
  return physical === 'BYTE_ARRAY' || physical === 'FIXED_LEN_BYTE_ARRAY';
}

function isNarrow({ length }: ParquetField): boolean {
  return length <= DECIMAL_BYTES;
}
