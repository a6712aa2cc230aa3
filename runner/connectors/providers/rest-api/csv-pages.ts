import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { UserError } from '../../../domain/errors.ts';
import polars from '../../../engines/polars/pinned/library.ts';
import { countDelimitedRecords } from '../../../formats/delimited/count-records.ts';
import { ingestDelimited } from '../../../formats/delimited/ingest-delimited.ts';
import { readHead, readTail } from '../../../formats/text/file-chunks.ts';
import type { StagedRows } from '../../sql/sql-driver.ts';
import { keepFirstRows, stagedFile, writeNoColumns } from './columnar-file.ts';
import type { Page, PageTable, PageTarget } from './page-table.ts';

/** The header of a page is in its first bytes. */
const MAX_HEADER_BYTES = 1 << 20;
const LINE_FEED = 10;
const BYTE_ORDER_MARK = /^\xef\xbb\xbf/;

/** Collects CSV pages by the rules of CSV files. Each page repeats the header. */
export class CsvPages implements PageTable {
  readonly #target: PageTarget;
  readonly #joined: string;
  #header: string | null = null;
  #label = '';

  constructor(target: PageTarget) {
    this.#target = target;
    this.#joined = `${target.file}.joined`;
  }

  async add(page: Page): Promise<number> {
    if ((await stat(page.file)).size === 0) return 0;
    const header = await headerOf(page);
    const count = await recordsOf(page.file);
    if (this.#header === null) {
      await rename(page.file, this.#joined);
      this.#header = header;
      this.#label = page.label;
    } else if (namesOf(header) === namesOf(this.#header)) {
      await this.#append(page, header.length);
    } else {
      throw new UserError(`${page.label} has other columns than the first page.`);
    }
    return Math.max(0, count - 1);
  }

  async finish(): Promise<StagedRows> {
    const { file, maxRows } = this.#target;
    if (this.#header === null) {
      await writeNoColumns(file);
      return await stagedFile(file, 0);
    }
    const { rowCount, warnings = [] } = await ingestDelimited({
      path: this.#joined,
      fileName: this.#label,
      format: 'csv',
      options: {},
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

  async #append({ file }: Page, start: number): Promise<void> {
    const [last] = await readTail(this.#joined, 1);
    const target = createWriteStream(this.#joined, { flags: 'a' });
    if (last !== LINE_FEED) target.write('\n');
    await pipeline(createReadStream(file, { start }), target);
  }
}

/** The first record with its line end: one character for each byte. */
async function headerOf({ file, label }: Page): Promise<string> {
  const head = (await readHead(file, MAX_HEADER_BYTES)).toString('latin1');
  let isQuoted = false;
  for (let index = 0; index < head.length; index++) {
    if (head[index] === '"') isQuoted = !isQuoted;
    if (head[index] === '\n' && !isQuoted) return head.slice(0, index + 1);
  }
  if (head.length < MAX_HEADER_BYTES) return head;
  throw new UserError(`${label} has no line end in its first MiB, so it is no CSV.`);
}

function namesOf(header: string): string {
  return header.replace(BYTE_ORDER_MARK, '').trim();
}

async function recordsOf(file: string): Promise<number> {
  const [last] = await readTail(file, 1);
  return (await countDelimitedRecords(file)) + (last === LINE_FEED ? 0 : 1);
}
