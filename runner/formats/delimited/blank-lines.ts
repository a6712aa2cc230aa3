import type { FileWarning } from '../../domain/file-warning.ts';

/** Blank lines between records. */
export interface SkippedLines {
  readonly count: number;
  /** The first of them; 0 if there is none. */
  readonly firstLine: number;
}

/** Counts the blank lines between records: those at the end of a file are no rows of any program. */
export class BlankLines {
  #count = 0;
  #firstLine = 0;
  /** Those since the last record. */
  #run = { count: 0, firstLine: 0, records: -1 };

  /** @param records those before the line */
  add(line: number, records: number): void {
    if (records === this.#run.records) this.#run.count += 1;
    else {
      this.#endRun(records);
      this.#run = { count: 1, firstLine: line, records };
    }
  }

  /** @param records those of the file */
  result(records: number): SkippedLines {
    this.#endRun(records);
    this.#run = { count: 0, firstLine: 0, records };
    return { count: this.#count, firstLine: this.#firstLine };
  }

  #endRun(records: number): void {
    const { count, firstLine, records: before } = this.#run;
    if (count === 0 || records === before) return;
    if (this.#count === 0) this.#firstLine = firstLine;
    this.#count += count;
  }
}

/** Warns of the blank lines of a file of one column, where each may be a row without a value. */
export function blankLinesWarnings(
  { count, firstLine }: SkippedLines,
  columns: number,
): FileWarning[] {
  if (count === 0 || columns !== 1) return [];
  const lines =
    count === 1
      ? `Line ${firstLine} is blank and was left out`
      : `${count} blank lines were left out, the first in line ${firstLine}`;
  const message = `${lines}. If a blank line is a row without a value, write "" there in the file.`;
  return [{ code: 'blank_lines', column: null, message }];
}
