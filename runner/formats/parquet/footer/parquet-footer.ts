import { CompressionCodecs, FieldRepetitionTypes, ParquetTypes } from 'hyparquet/src/constants.js';
import { readTail } from '../../text/file-chunks.ts';
import { annotationOf, type Annotation } from './annotation.ts';
import { ThriftStruct } from './thrift-struct.ts';

export type PhysicalType = (typeof ParquetTypes)[number];
export type Codec = (typeof CompressionCodecs)[number];

/** A column of a Parquet file, or a field within one. */
export interface ParquetField {
  readonly name: string;
  /** Null: it is a group of fields. */
  readonly physical: PhysicalType | null;
  /** The length of fixed bytes; else 0. */
  readonly length: number;
  readonly repetition: 'REQUIRED' | 'OPTIONAL' | 'REPEATED';
  readonly annotation: Annotation;
  readonly children: readonly ParquetField[];
  /** The levels of a value of the field (Dremel encoding). */
  readonly maxDefinition: number;
  readonly maxRepetition: number;
  /** Its place among the column chunks of a row group; of a group, the place of its first field. */
  readonly chunk: number;
}

/** The values of one field in a row group. */
export interface ColumnChunk {
  readonly start: number;
  readonly bytes: number;
  readonly codec: Codec;
  readonly values: number;
  /** What the statistics say; null: nothing. */
  readonly nulls: number | null;
}

export interface RowGroup {
  readonly rows: number;
  /** Null: the metadata of a chunk is missing, as in another file or encrypted. */
  readonly chunks: readonly (ColumnChunk | null)[];
}

/** The metadata at the end of a Parquet file. */
export interface ParquetFooter {
  readonly columns: readonly ParquetField[];
  readonly rowGroups: readonly RowGroup[];
  readonly rows: number;
  readonly writer: string;
  /** The keys of the metadata that writers add. */
  readonly keys: ReadonlySet<string>;
}

/** The length of a footer, and the magic bytes behind it. */
const END_BYTES = 8;
/** Longer footers are not read. */
const MAX_FOOTER_BYTES = 2 ** 26;
/** Fields within fields, of a damaged schema. */
const MAX_DEPTH = 200;

/** Fields of the structs of parquet.thrift. */
const FILE = { schema: 2, rowGroups: 4, keys: 5, writer: 6 } as const;
const ELEMENT = { type: 1, length: 2, repetition: 3, name: 4, children: 5 } as const;
const ROW_GROUP = { columns: 1, rows: 3 } as const;
const CHUNK = { data: 3 } as const;
const CHUNK_DATA = { codec: 4, values: 5, bytes: 7, page: 9, dictionary: 11, statistics: 12 };
const STATISTICS = { nulls: 3 } as const;
const PAIR = { key: 1 } as const;

/**
 * Reads the footer of a Parquet file.
 * @returns null when it has more than 64 MiB, or is damaged: the reader of the file says that
 */
export async function readFooter(path: string): Promise<ParquetFooter | null> {
  const end = await readTail(path, END_BYTES);
  const length = end.readUInt32LE(0);
  if (length > MAX_FOOTER_BYTES) return null;
  const bytes = await readTail(path, length + END_BYTES);
  try {
    return footerOf(ThriftStruct.read(bytes.subarray(0, length)));
  } catch {
    return null;
  }
}

function footerOf(file: ThriftStruct): ParquetFooter {
  const rowGroups = file.structs(FILE.rowGroups).map(rowGroupOf);
  return {
    columns: new SchemaReader(file.structs(FILE.schema)).columns(),
    rowGroups,
    rows: rowGroups.reduce((sum, { rows }) => sum + rows, 0),
    writer: file.text(FILE.writer) ?? '',
    keys: new Set(file.structs(FILE.keys).map((pair) => pair.text(PAIR.key) ?? '')),
  };
}

function rowGroupOf(group: ThriftStruct): RowGroup {
  return {
    rows: group.integer(ROW_GROUP.rows) ?? 0,
    chunks: group.structs(ROW_GROUP.columns).map((chunk) => {
      const data = chunk.struct(CHUNK.data);
      return data === null ? null : chunkOf(data);
    }),
  };
}

function chunkOf(data: ThriftStruct): ColumnChunk {
  const page = data.integer(CHUNK_DATA.page) ?? 0;
  const dictionary = data.integer(CHUNK_DATA.dictionary) ?? 0;
  return {
    // Some writers set 0 for a dictionary that is not there.
    start: dictionary > 0 ? Math.min(dictionary, page) : page,
    bytes: data.integer(CHUNK_DATA.bytes) ?? 0,
    codec: CompressionCodecs[data.integer(CHUNK_DATA.codec) ?? 0] ?? 'UNCOMPRESSED',
    values: data.integer(CHUNK_DATA.values) ?? 0,
    nulls: data.struct(CHUNK_DATA.statistics)?.integer(STATISTICS.nulls) ?? null,
  };
}

interface Levels {
  readonly maxDefinition: number;
  readonly maxRepetition: number;
}

/** Builds the tree of fields of the list in which a footer has them, depth first. */
class SchemaReader {
  readonly #elements: readonly ThriftStruct[];
  #place = 0;
  #chunk = 0;

  constructor(elements: readonly ThriftStruct[]) {
    this.#elements = elements;
  }

  columns(): readonly ParquetField[] {
    const root = this.#next();
    return this.#fields(root, { maxDefinition: 0, maxRepetition: 0 }, 0);
  }

  #next(): ThriftStruct {
    const element = this.#elements[this.#place];
    if (element === undefined) throw new RangeError('The schema ends early');
    this.#place += 1;
    return element;
  }

  #fields(group: ThriftStruct, levels: Levels, depth: number): readonly ParquetField[] {
    const count = group.integer(ELEMENT.children) ?? 0;
    if (count > this.#elements.length || depth > MAX_DEPTH) throw new RangeError('Bad schema');
    return Array.from({ length: count }, () => this.#field(levels, depth + 1));
  }

  #field(outer: Levels, depth: number): ParquetField {
    const element = this.#next();
    const repetition = repetitionOf(element);
    const levels = {
      maxDefinition: outer.maxDefinition + (repetition === 'REQUIRED' ? 0 : 1),
      maxRepetition: outer.maxRepetition + (repetition === 'REPEATED' ? 1 : 0),
    };
    const chunk = this.#chunk;
    const type = element.integer(ELEMENT.type);
    if (type !== null) this.#chunk += 1;
    return {
      name: element.text(ELEMENT.name) ?? '',
      physical: type === null ? null : physicalOf(type),
      length: element.integer(ELEMENT.length) ?? 0,
      repetition,
      annotation: annotationOf(element),
      children: type === null ? this.#fields(element, levels, depth) : [],
      chunk,
      ...levels,
    };
  }
}

function repetitionOf(element: ThriftStruct): ParquetField['repetition'] {
  return FieldRepetitionTypes[element.integer(ELEMENT.repetition) ?? 0] ?? 'REQUIRED';
}

function physicalOf(type: number): PhysicalType {
  const physical = ParquetTypes[type];
  if (physical === undefined) throw new RangeError(`No physical type has the number ${type}`);
  return physical;
}
