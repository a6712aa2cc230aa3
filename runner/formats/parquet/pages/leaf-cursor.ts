import type { ColumnDecoder, DecodedArray, PageHeader } from 'hyparquet/src/types.js';
import { parquetHeader } from 'hyparquet/src/column.js';
import { decompressPage, readDataPage, readDataPageV2 } from 'hyparquet/src/datapage.js';
import { readPlain } from 'hyparquet/src/plain.js';
import { UserError } from '../../../domain/errors.ts';
import type { ColumnChunk, ParquetField } from '../footer/parquet-footer.ts';
import { DECOMPRESSORS } from './decompressors.ts';

/** A value as it is stored: bytes of texts, integers of moments. */
export type StoredValue = boolean | number | bigint | Uint8Array;

/** A page of so many values takes a gigabyte or more. Writers have pages of a megabyte. */
const MAX_PAGE_VALUES = 2 ** 24;

/** The chunk of a leaf in a row group. */
export interface LeafChunk {
  readonly field: ParquetField;
  /** The fields from the column to the leaf. */
  readonly path: readonly ParquetField[];
  readonly chunk: ColumnChunk;
  /** The bytes of the chunk, and perhaps more. */
  readonly bytes: Uint8Array;
}

/** The values of a leaf in a row group, with their levels (Dremel encoding). Decodes one page at a time. */
export class LeafCursor {
  readonly field: ParquetField;
  readonly #decoder: ColumnDecoder;
  readonly #reader: { readonly view: DataView; offset: number };
  readonly #values: number;
  #dictionary: DecodedArray = [];
  #read = 0;
  #page: Page = EMPTY;
  #place = 0;
  #value = 0;

  constructor({ field, path, chunk, bytes }: LeafChunk) {
    this.field = field;
    this.#decoder = decoderOf(field, path, chunk);
    this.#reader = {
      view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength),
      offset: 0,
    };
    this.#values = chunk.values;
    this.#turn();
  }

  /** Whether all values were taken. */
  isDone(): boolean {
    return this.#place === this.#page.count;
  }

  /** The level of the present value that shows where it is null or empty. */
  get definition(): number {
    return this.#page.definitions[this.#place] ?? this.field.maxDefinition;
  }

  /** The level of the field that the present value repeats; 0: it begins a row. */
  get repetition(): number {
    return this.isDone() ? 0 : (this.#page.repetitions[this.#place] ?? 0);
  }

  /** Takes the present value. @returns null when its levels say that there is none */
  take(): StoredValue | null {
    if (this.isDone()) throw new RangeError('A column has fewer values than rows');
    const has = this.definition === this.field.maxDefinition;
    const value = has ? (this.#page.values[this.#value] as StoredValue) : null;
    if (has) this.#value += 1;
    this.#place += 1;
    if (this.isDone()) this.#turn();
    return value;
  }

  /** Decodes the next page that has values. */
  #turn(): void {
    while (this.isDone() && this.#read < this.#values) {
      const header = parquetHeader(this.#reader);
      const start = this.#reader.offset;
      const end = start + header.compressed_page_size;
      if (header.compressed_page_size < 0 || end > this.#reader.view.byteLength) throw endsEarly();
      const { buffer, byteOffset } = this.#reader.view;
      const bytes = new Uint8Array(buffer, byteOffset + start, header.compressed_page_size);
      this.#reader.offset = end;
      this.#decode(header, bytes);
    }
  }

  #decode(header: PageHeader, bytes: Uint8Array): void {
    const count = countOf(header);
    checkCount(count, this.#decoder);
    if (header.type === 'DICTIONARY_PAGE') this.#dictionary = this.#dictionaryOf(header, bytes);
    if (header.type !== 'DATA_PAGE' && header.type !== 'DATA_PAGE_V2') return;
    const page = this.#pageOf(header, bytes);
    const encoding = (header.data_page_header ?? header.data_page_header_v2)?.encoding ?? 'PLAIN';
    const values = encoding.endsWith('_DICTIONARY')
      ? Array.from(
          page.dataPage as ArrayLike<number>,
          (index) => this.#dictionary[index] as unknown,
        )
      : page.dataPage;
    this.#read += count;
    this.#place = 0;
    this.#value = 0;
    this.#page = {
      count,
      definitions: page.definitionLevels ?? [],
      repetitions: page.repetitionLevels,
      values,
    };
  }

  #pageOf(header: PageHeader, bytes: Uint8Array): ReturnType<typeof readDataPage> {
    if (header.data_page_header === undefined) {
      return readDataPageV2(bytes, header, this.#decoder);
    }
    return readDataPage(this.#plain(header, bytes), header.data_page_header, this.#decoder);
  }

  #dictionaryOf(header: PageHeader, bytes: Uint8Array): DecodedArray {
    const page = this.#plain(header, bytes);
    const view = new DataView(page.buffer, page.byteOffset, page.byteLength);
    const count = header.dictionary_page_header?.num_values ?? 0;
    return readPlain({ view, offset: 0 }, this.#decoder.type, count, this.field.length);
  }

  #plain(header: PageHeader, bytes: Uint8Array): Uint8Array {
    const { codec, compressors } = this.#decoder;
    return decompressPage(bytes, header.uncompressed_page_size, codec, compressors);
  }
}

interface Page {
  readonly count: number;
  /** Empty where all have the maximum. */
  readonly definitions: ArrayLike<number>;
  readonly repetitions: ArrayLike<number>;
  /** Those that are not null. */
  readonly values: ArrayLike<unknown>;
}

const EMPTY: Page = { count: 0, definitions: [], repetitions: [], values: [] };

function countOf(header: PageHeader): number {
  const found = header.data_page_header ?? header.data_page_header_v2;
  return (found ?? header.dictionary_page_header)?.num_values ?? 0;
}

function checkCount(count: number, { pathInSchema }: ColumnDecoder): void {
  if (count < 0) throw new RangeError('A page has a negative number of values');
  if (count <= MAX_PAGE_VALUES) return;
  throw new UserError(
    `Column "${pathInSchema[0] ?? ''}" has ${count} values in one page; at most ${MAX_PAGE_VALUES} can be read. Write the file with smaller row groups.`,
  );
}

function endsEarly(): RangeError {
  return new RangeError('A page ends after its column');
}

function decoderOf(
  field: ParquetField,
  path: readonly ParquetField[],
  { codec }: ColumnChunk,
): ColumnDecoder {
  const root = { name: '', children: [], count: 0, path: [], element: { name: '' } };
  const nodes = path.map(({ name, repetition }) => ({
    children: [],
    count: 1,
    path: [],
    element: { name, repetition_type: repetition },
  }));
  return {
    pathInSchema: path.map(({ name }) => name),
    type: field.physical ?? 'INT32',
    element: { name: field.name, type_length: field.length, repetition_type: field.repetition },
    schemaPath: [root, ...nodes],
    codec,
    compressors: DECOMPRESSORS,
    // Values stay as they are stored, so nothing parses them.
    parsers: {} as ColumnDecoder['parsers'],
  };
}
