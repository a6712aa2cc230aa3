import { readHead, readTail } from '../text/file-chunks.ts';
import { arrowKindOf } from './arrow-to-parquet.ts';
import { FlatTable } from './flat-table.ts';

/** A column of the Arrow schema in a file. */
export interface ArrowField {
  readonly name: string;
  /** Its type, or the first one within it, that the library cannot read; null: it can read all. */
  readonly unreadable: string | null;
  /** Where it has lists of a fixed length: it is one itself, or some lie within it. */
  readonly fixedLists: 'none' | 'itself' | 'within';
  /** Whether it has a dictionary of durations, itself or within it. */
  readonly hasDurationDictionary: boolean;
}

/** The length of a footer, and the magic bytes behind it. */
const PARQUET_END = 8;
const ARROW_END = 10;
/** The mark and the length of a message of a stream. */
const MAX_PREFIX = 8;
/** Longer schemas are not read. */
const MAX_SCHEMA_BYTES = 2 ** 26;
/** Fields of a damaged schema may share their children, which would be read for ever. */
const MAX_FIELDS = 2 ** 20;
const CONTINUATION = 0xffffffff;
/** The key of the Arrow schema in the footer, as Thrift's compact protocol writes it, before a text. */
const SCHEMA_KEY = Buffer.from('\u000cARROW:schema\u0018', 'latin1');

/** Fields of the tables of Arrow (File.fbs, Message.fbs, Schema.fbs). */
const FOOTER = { schema: 1 } as const;
const MESSAGE = { header: 2 } as const;
const SCHEMA = { fields: 1 } as const;
const FIELD = { name: 0, kind: 2, type: 3, dictionary: 4, children: 5, metadata: 6 } as const;
const PAIR = { key: 0, value: 1 } as const;
const DECIMAL = { scale: 1, bits: 2, defaultBits: 128 } as const;
/** The length of lists or bytes of a fixed length. */
const FIXED_LENGTH = 0;

/** The kinds of types that the library cannot read, by their number in the union Type. */
const UNREADABLE: ReadonlyMap<number, string> = new Map([
  [11, 'interval'],
  [14, 'union'],
  [22, 'run_end_encoded'],
  [25, 'list_view'],
  [26, 'large_list_view'],
]);
const DECIMAL_KIND = 7;
/** Bytes, which are no JSON within other types. */
const BINARY_KINDS: ReadonlySet<number> = new Set([4, 15, 19, 23]);
const STRUCT_KIND = 13;
const FIXED_LIST_KIND = 16;
const MAP_KIND = 17;
const DURATION_KIND = 18;
const TEXT_KINDS: ReadonlySet<number> = new Set([5, 20, 24]);
/**
 * Lists of any length. Categories in lists of lists become text before they become JSON; between other types
 * and a list they cannot.
 */
const LIST_KINDS: ReadonlySet<number> = new Set([12, 21]);
const NESTING: ReadonlyMap<number, string> = new Map([
  [12, 'list'],
  [STRUCT_KIND, 'struct'],
  [FIXED_LIST_KIND, 'array'],
  [MAP_KIND, 'map'],
  [21, 'list'],
]);
/** Types whose values may have no bytes: the library divides by their width. */
const ZERO_WIDTHS: ReadonlyMap<number, string> = new Map([
  [STRUCT_KIND, 'struct without fields'],
  [15, 'binary of length 0'],
  [FIXED_LIST_KIND, 'array of length 0'],
]);
const EXTENSION_KEY = 'ARROW:extension:name';

/**
 * The columns of an Arrow file or stream, or of the Arrow schema that writers add to a Parquet file.
 * @returns none when there is no schema or when it is damaged: the reader of the file says that
 */
export async function arrowFields(path: string): Promise<readonly ArrowField[]> {
  try {
    const schema = await schemaTable(path);
    const budget = { fields: MAX_FIELDS };
    return (schema?.tables(SCHEMA.fields) ?? []).map((field) => {
      const unreadable = unreadableType(field, budget);
      const name = field.text(FIELD.name);
      // The fields within a type that cannot be read were not all counted.
      if (unreadable !== null) {
        return { name, unreadable, fixedLists: 'none', hasDurationDictionary: false };
      }
      const fixedLists = fixedListsOf(field);
      return { name, unreadable, fixedLists, hasDurationDictionary: hasDurationDictionary(field) };
    });
  } catch (error) {
    if (error instanceof RangeError) return [];
    throw error;
  }
}

/** @param outer the kinds of the types around it, the outermost first */
function unreadableType(
  field: FlatTable,
  budget: { fields: number },
  outer: readonly number[] = [],
): string | null {
  budget.fields -= 1;
  if (budget.fields < 0) throw new RangeError('The schema has too many fields');
  const own = unreadableHere(field, outer);
  if (own !== null) return own;
  const kind = field.byte(FIELD.kind);
  for (const child of field.tables(FIELD.children)) {
    const type = unreadableType(child, budget, [...outer, kind]);
    if (type !== null) return `${NESTING.get(kind) ?? 'nested type'} of ${type}`;
  }
  return null;
}

/** What the library cannot read of a type, whatever is within it. */
function unreadableHere(field: FlatTable, outer: readonly number[]): string | null {
  const extension = field
    .tables(FIELD.metadata)
    .find((pair) => pair.text(PAIR.key) === EXTENSION_KEY);
  if (extension !== undefined) return extension.text(PAIR.value);
  const kind = field.byte(FIELD.kind);
  const width = unreadableWidth(field, kind);
  if (width !== null) return width;
  if (BINARY_KINDS.has(kind) && outer.length > 0) return 'binary';
  if (isCategory(field) && outer.some(isListOrMap) && !outer.every(isList)) return 'category';
  return UNREADABLE.get(kind) ?? null;
}

function fixedListsOf(field: FlatTable): ArrowField['fixedLists'] {
  const isWithin = field.tables(FIELD.children).some((child) => fixedListsOf(child) !== 'none');
  if (isWithin) return 'within';
  return field.byte(FIELD.kind) === FIXED_LIST_KIND ? 'itself' : 'none';
}

function hasDurationDictionary(field: FlatTable): boolean {
  if (field.byte(FIELD.kind) === DURATION_KIND) return field.table(FIELD.dictionary) !== null;
  return field.tables(FIELD.children).some(hasDurationDictionary);
}

function unreadableWidth(field: FlatTable, kind: number): string | null {
  if (kind === DECIMAL_KIND) return oddDecimal(field);
  const type = ZERO_WIDTHS.get(kind);
  return type !== undefined && isOfNoWidth(field) ? type : null;
}

function oddDecimal(field: FlatTable): string | null {
  const type = field.table(FIELD.type);
  if (type?.int32(DECIMAL.bits, DECIMAL.defaultBits) === 256) return 'decimal256';
  return (type?.int32(DECIMAL.scale, 0) ?? 0) < 0 ? 'decimal with a negative scale' : null;
}

/** Whether the values of a struct, or of a type of a fixed length, have no bytes. */
function isOfNoWidth(field: FlatTable): boolean {
  if (field.byte(FIELD.kind) === STRUCT_KIND) return field.tables(FIELD.children).length === 0;
  return field.table(FIELD.type)?.int32(FIXED_LENGTH, 0) === 0;
}

/** The library reads texts with a dictionary as categories, and other dictionaries as their values. */
function isCategory(field: FlatTable): boolean {
  return field.table(FIELD.dictionary) !== null && TEXT_KINDS.has(field.byte(FIELD.kind));
}

function isList(kind: number): boolean {
  return LIST_KINDS.has(kind);
}

function isListOrMap(kind: number): boolean {
  return isList(kind) || kind === MAP_KIND;
}

/** The table of the schema. Files have it in their footer, streams in their first message. */
async function schemaTable(path: string): Promise<FlatTable | null> {
  const kind = await arrowKindOf(path);
  if (kind === 'file') {
    const end = await readTail(path, ARROW_END);
    const footer = await readFooter(path, end.readUInt32LE(0), ARROW_END);
    return footer === null ? null : FlatTable.root(footer).table(FOOTER.schema);
  }
  const message = kind === null ? await parquetMessage(path) : await firstMessage(path);
  return message === null ? null : FlatTable.root(message).table(MESSAGE.header);
}

/** The message in the footer of a Parquet file. */
async function parquetMessage(path: string): Promise<Buffer | null> {
  const end = await readTail(path, PARQUET_END);
  const footer = await readFooter(path, end.readUInt32LE(0), PARQUET_END);
  const key = footer?.indexOf(SCHEMA_KEY) ?? -1;
  if (footer === null || key === -1) return null;
  const { value, end: start } = readVarint(footer, key + SCHEMA_KEY.length);
  const message = Buffer.from(footer.toString('latin1', start, start + value), 'base64');
  return message.subarray(metadataStart(message));
}

async function readFooter(path: string, length: number, endBytes: number): Promise<Buffer | null> {
  return length > MAX_SCHEMA_BYTES ? null : await readTail(path, length + endBytes);
}

/** The metadata of the first message of a stream. */
async function firstMessage(path: string): Promise<Buffer | null> {
  const head = await readHead(path, MAX_PREFIX);
  const start = metadataStart(head);
  const length = head.readUInt32LE(start - 4);
  return length > MAX_SCHEMA_BYTES ? null : (await readHead(path, start + length)).subarray(start);
}

/** Newer writers put a mark before the length of a message. */
function metadataStart(message: Buffer): number {
  return message.readUInt32LE(0) === CONTINUATION ? 8 : 4;
}

function readVarint(bytes: Buffer, start: number): { value: number; end: number } {
  let value = 0;
  let end = start;
  let byte: number;
  do {
    byte = bytes.readUInt8(end);
    value += (byte & 0x7f) * 128 ** (end - start);
    end += 1;
  } while (byte >= 0x80);
  return { value, end };
}
