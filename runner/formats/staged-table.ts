import { open, rm, type FileHandle } from 'node:fs/promises';
import type { ColumnSchema, ColumnType } from '../domain/column.ts';
import { UserError } from '../domain/errors.ts';
import type { PolarsLibrary } from '../engines/polars/frame.ts';
import { EVIDENCE, typeOfEvidence } from './column-evidence.ts';
import { delimitedToParquet, type DelimitedColumn } from './delimited/delimited-to-parquet.ts';
import { cellText } from './delimited/normalise-delimited.ts';

/** Bytes reserved for the header line, whose width is known only at the end. */
const HEADER_BYTES = 1 << 16;
const FLUSH_CHARACTERS = 1 << 20;
/** Evidence bit of an Excel datetime, whose text is microseconds since 1970. */
export const DATETIME_EVIDENCE = 1 << 15;

/**
 * Collects rows for the columnar copy in a file of delimited text, in bounded memory. A column may
 * first appear in any row; it is null in the rows before.
 */
export class StagedTable {
  readonly #path: string;
  readonly #file: FileHandle;
  readonly #evidence: number[] = [];
  #row: string[] = [];
  #text = '';
  #rows = 0;

  private constructor(path: string, file: FileHandle) {
    this.#path = path;
    this.#file = file;
  }

  /** Creates a table. @param path scratch file, which `dispose` removes */
  static async create(path: string): Promise<StagedTable> {
    const file = await open(path, 'w');
    await file.appendFile(`${'x'.repeat(HEADER_BYTES - 1)}\n`);
    return new StagedTable(path, file);
  }

  get rowCount(): number {
    return this.#rows;
  }

  /** Sets a cell of the current row. @param evidence bits of EVIDENCE for the value */
  set(column: number, text: string, evidence: number): void {
    while (this.#evidence.length <= column) this.#evidence.push(0);
    while (this.#row.length <= column) this.#row.push('');
    this.#evidence[column] = (this.#evidence[column] ?? 0) | evidence;
    this.#row[column] = text === '' ? '""' : cellText(text, ',');
  }

  /** Ends the current row. @returns true when the caller should await `flush` before the next row */
  endRow(): boolean {
    this.#text += `${this.#row.join(',')}\n`;
    this.#row = [];
    this.#rows++;
    return this.#text.length >= FLUSH_CHARACTERS;
  }

  async flush(): Promise<void> {
    const text = this.#text;
    this.#text = '';
    await this.#file.appendFile(text);
  }

  /** The columns as they are so far. */
  columns(names: readonly string[]): ColumnSchema[] {
    return names.map((name, place) => ({ name, type: stagedType(this.#evidence[place] ?? 0) }));
  }

  /**
   * Writes the columnar copy.
   * @throws UserError when the table has too many columns
   */
  async toParquet(
    polars: PolarsLibrary,
    names: readonly string[],
    dataPath: string,
  ): Promise<void> {
    if (names.length >= HEADER_BYTES) {
      throw new UserError(
        `The file has ${names.length} columns; at most ${HEADER_BYTES - 1} can be read.`,
      );
    }
    await this.flush();
    await this.#file.write(','.repeat(Math.max(0, names.length - 1)), 0);
    const columns = this.columns(names).map((column, index): DelimitedColumn => {
      const evidence = this.#evidence[index] ?? 0;
      return { ...column, noNan: (evidence & EVIDENCE.special) === 0 };
    });
    const table = { path: this.#path, delimiter: ',', decimal: '.', columns } as const;
    await delimitedToParquet(polars, table, dataPath);
  }

  async dispose(): Promise<void> {
    await this.#file.close();
    await rm(this.#path, { force: true });
  }
}

function stagedType(evidence: number): ColumnType {
  return evidence === DATETIME_EVIDENCE
    ? 'datetime'
    : typeOfEvidence(evidence & ~DATETIME_EVIDENCE);
}
