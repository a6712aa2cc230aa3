import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { isDeepStrictEqual } from 'node:util';
import { UserError } from '../../../domain/errors.ts';
import type { Delimiter } from '../../../domain/parse-options.ts';
import polars from '../../../engines/polars/pinned/library.ts';
import { DelimitedRecords } from '../../../formats/delimited/delimited-records.ts';
import {
  delimiterOfFirstLine,
  detectDelimiter,
  DIALECT_SAMPLE_BYTES,
} from '../../../formats/delimited/dialect.ts';
import { ingestDelimited } from '../../../formats/delimited/ingest-delimited.ts';
import { recordText } from '../../../formats/delimited/normalise-delimited.ts';
import { CHUNK_BYTES, readHead } from '../../../formats/text/file-chunks.ts';
import type { StagedRows } from '../../sql/sql-driver.ts';
import { keepFirstRows, stagedFile, writeNoColumns } from './columnar-file.ts';
import type { Page, PageTable, PageTarget } from './page-table.ts';

/** The marks of a delimited file are ASCII: read and written as latin-1, cells keep their bytes in any encoding. */
const BYTES = 'latin1';
const BYTE_ORDER_MARK = /^\xef\xbb\xbf/;

/** Collects CSV pages by the rules of CSV files. Each page repeats the header. */
export class CsvPages implements PageTable {
  readonly #target: PageTarget;
  readonly #joined: string;
  #table: JoinedTable | null = null;

  constructor(target: PageTarget) {
    this.#target = target;
    this.#joined = `${target.file}.joined`;
  }

  async add(page: Page): Promise<number> {
    const head = (await readHead(page.file, DIALECT_SAMPLE_BYTES)).toString(BYTES);
    const text = head.replace(BYTE_ORDER_MARK, '');
    const delimiter: Delimiter = this.#table?.delimiter ?? detectDelimiter(text) ?? ',';
    const isNamed = delimiterOfFirstLine(text) !== null;
    let rows = 0;
    const lineOf = (record: string[], place: number): string => {
      if (isNamed && place === 0) return '';
      if (place > Number(isNamed)) rows++;
      else if (!this.#isFirstHeader(record, page, delimiter)) return '';
      return recordText(record, delimiter);
    };
    await pipeline(
      createReadStream(page.file, { encoding: BYTES, highWaterMark: CHUNK_BYTES }),
      async function* (chunks: AsyncIterable<string>) {
        let place = 0;
        for await (const records of recordsOf(chunks, { delimiter, label: page.label })) {
          yield records.map((record) => lineOf(record, place++)).join('');
        }
      },
      createWriteStream(this.#joined, { flags: 'a', encoding: BYTES }),
    );
    return rows;
  }

  /** Keeps the header of the first page. @throws UserError when that of another page differs */
  #isFirstHeader(record: readonly string[], { label }: Page, delimiter: Delimiter): boolean {
    if (this.#table === null) {
      this.#table = { header: record, delimiter, label };
      return true;
    }
    if (isDeepStrictEqual(record.map(trimmed), this.#table.header.map(trimmed))) return false;
    throw new UserError(`${label} has other columns than the first page.`);
  }

  async finish(): Promise<StagedRows> {
    const { file, maxRows } = this.#target;
    if (this.#table === null) {
      await writeNoColumns(file);
      return await stagedFile(file, 0);
    }
    const { delimiter, label } = this.#table;
    const { rowCount, warnings = [] } = await ingestDelimited({
      path: this.#joined,
      fileName: label,
      format: 'csv',
      options: { delimiter },
      dataPath: file,
      pl: polars,
    });
    const kept = Math.min(rowCount, maxRows ?? rowCount);
    if (kept < rowCount) await keepFirstRows(file, kept);
    const messages = warnings.map(({ message }) => message);
    return await stagedFile(file, kept, messages);
  }

  async dispose(): Promise<void> {
    await rm(this.#joined, { force: true });
  }
}

/** The rows of all pages. */
interface JoinedTable {
  readonly header: readonly string[];
  readonly delimiter: Delimiter;
  /** Names the first page. */
  readonly label: string;
}

const trimmed = (name: string): string => name.trim();

/** The records of a page, chunk by chunk. @throws UserError for a quote that is never closed */
async function* recordsOf(
  chunks: AsyncIterable<string>,
  { delimiter, label }: { readonly delimiter: string; readonly label: string },
): AsyncGenerator<string[][]> {
  const reader = new DelimitedRecords(delimiter);
  let isFirst = true;
  for await (const chunk of chunks) {
    yield reader.push(isFirst ? chunk.replace(BYTE_ORDER_MARK, '') : chunk);
    isFirst = false;
  }
  if (reader.isInQuotes) throw new UserError(`${label} has a quote that is never closed.`);
  yield reader.end();
}
