import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { isDeepStrictEqual } from 'node:util';
import type { CheckedOptions } from '../../../domain/check-parse-options.ts';
import { UserError } from '../../../domain/errors.ts';
import type { ParseOptions } from '../../../domain/parse-options.ts';
import polars from '../../../engines/polars/pinned/library.ts';
import { chooseDelimiter } from '../../../formats/delimited/choose-dialect.ts';
import {
  delimiterOfFirstLine,
  detectDelimiter,
  DIALECT_SAMPLE_BYTES,
} from '../../../formats/delimited/dialect.ts';
import { convertFile } from '../../../formats/ingest.ts';
import { readHead, readTail } from '../../../formats/text/file-chunks.ts';
import { chunksBelow } from '../../../formats/text/skip-lines.ts';
import { isUtf8Encoding } from '../../../formats/text/transcode.ts';
import type { StagedRows } from '../../sql/sql-driver.ts';
import { keepFirstRows, stagedFile, writeNoColumns } from './columnar-file.ts';
import { BYTES, CsvPage } from './csv-page.ts';
import type { AddedRows, Page, PageTable, PageTarget } from './page-table.ts';

/**
 * Collects CSV pages by the rules of CSV files. The first page stays as it is, and the rows of the others follow it, so
 * that the whole is a file such as users upload. Each page repeats the header and the lines above it.
 */
export class CsvPages implements PageTable {
  readonly #target: PageTarget;
  readonly #options: CheckedOptions;
  readonly #joined: string;
  #first: FirstPage | null = null;
  #hasOthers = false;

  /** @param options those of CSV files */
  constructor(target: PageTarget, options: CheckedOptions) {
    this.#target = target;
    this.#options = options;
    this.#joined = `${target.file}.joined`;
  }

  async add(page: Page): Promise<AddedRows> {
    return { count: await this.#add(page), lastRecords: [] };
  }

  async #add(page: Page): Promise<number> {
    const skippedLines = this.#options.skip_rows ?? (await linesThatNameDelimiter(page));
    const { delimiter, isDetected } = this.#first ?? (await this.#delimiterOf(page, skippedLines));
    const { repeated } = this.#target;
    const seen = repeated === undefined ? {} : { repeated };
    const rules = { options: this.#options, delimiter, skippedLines, ...seen };
    const read = new CsvPage(page, rules);
    repeated?.begin();
    if (this.#first !== null) {
      await this.#append(this.#rowsOf(read, page, this.#first));
      this.#hasOthers = true;
      return read.rowCount;
    }
    await read.scan();
    if (read.header === null && read.rowCount === 0) return 0;
    this.#first = { header: read.header, delimiter, isDetected, label: page.label };
    await this.#append(createReadStream(page.file, { encoding: BYTES }));
    return read.rowCount;
  }

  /** As the reader of the file chooses it. */
  async #delimiterOf(
    { file, label: fileName }: Page,
    skippedLines: number,
  ): Promise<Pick<FirstPage, 'delimiter' | 'isDetected'>> {
    const { comment, delimiter: given } = this.#options;
    const named = delimiterOfFirstLine(await headOf(file, 0));
    if (given === undefined && this.#options.skip_rows === undefined && named !== null) {
      return { delimiter: named, isDetected: false };
    }
    const head = await headOf(file, skippedLines);
    const delimiter = chooseDelimiter({ fileName, options: this.#options }, head);
    return {
      delimiter,
      isDetected: given === undefined && detectDelimiter(head, comment) !== null,
    };
  }

  async #append(texts: AsyncIterable<string>): Promise<void> {
    await pipeline(texts, createWriteStream(this.#joined, { flags: 'a', encoding: BYTES }));
  }

  /** @throws UserError when the header differs from that of the first page */
  async *#rowsOf(read: CsvPage, { label }: Page, first: FirstPage): AsyncGenerator<string> {
    const last = (await readTail(this.#joined, 1)).toString(BYTES);
    if (!/[\r\n]/.test(last)) yield '\n';
    yield* read.below();
    const names = (header: CsvPage['header']): unknown => header?.map((name) => name.trim());
    if (read.header === null || isDeepStrictEqual(names(read.header), names(first.header))) return;
    throw new UserError(`${label} has other columns than the first page.`);
  }

  async finish(): Promise<StagedRows> {
    const { file, maxRows } = this.#target;
    if (this.#first === null) {
      await writeNoColumns(file);
      return await stagedFile(file, 0);
    }
    const { label } = this.#first;
    const { columns, rowCount, warnings } = await convertFile({
      path: this.#joined,
      fileName: this.#hasOthers ? `the text of ${label} and the pages after it` : label,
      format: 'csv',
      options: this.#optionsOfJoined(this.#first),
      dataPath: file,
      pl: polars,
    });
    const kept = Math.min(rowCount, maxRows ?? rowCount);
    if (kept < rowCount) await keepFirstRows(file, kept);
    return { ...(await stagedFile(file, kept, warnings)), columns };
  }

  /** Pages in a given encoding have become UTF-8. The rows of other pages do not change what the first one shows. */
  #optionsOfJoined({ delimiter, isDetected }: FirstPage): ParseOptions {
    const { encoding, ...options } = this.#options;
    return {
      ...options,
      ...(encoding === undefined
        ? {}
        : { encoding: isUtf8Encoding(encoding) ? encoding : 'utf-8' }),
      ...(isDetected && this.#hasOthers ? { delimiter } : {}),
    };
  }

  async dispose(): Promise<void> {
    await rm(this.#joined, { force: true });
  }
}

/** The first page with a header or a row. */
interface FirstPage {
  readonly header: readonly string[] | null;
  readonly delimiter: string;
  /** Whether the cells show the delimiter: it was not given, and is not only the usual one. */
  readonly isDetected: boolean;
  readonly label: string;
}

/** A first line such as `sep=;` is none of the table. */
async function linesThatNameDelimiter({ file }: Page): Promise<number> {
  return Number(delimiterOfFirstLine(await headOf(file, 0)) !== null);
}

async function headOf(file: string, skippedLines: number): Promise<string> {
  const text = await bytesBelow(file, skippedLines);
  return text.toString(BYTES).replace(/^\xef\xbb\xbf/, '');
}

async function bytesBelow(file: string, skippedLines: number): Promise<Buffer> {
  if (skippedLines === 0) return await readHead(file, DIALECT_SAMPLE_BYTES);
  const parts: Buffer[] = [];
  let size = 0;
  for await (const chunk of chunksBelow(file, skippedLines)) {
    parts.push(chunk);
    size += chunk.length;
    if (size >= DIALECT_SAMPLE_BYTES) break;
  }
  return Buffer.concat(parts).subarray(0, DIALECT_SAMPLE_BYTES);
}
