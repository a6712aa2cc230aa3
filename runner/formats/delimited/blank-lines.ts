import type { FileWarning } from '../../domain/file-warning.ts';
import type { DelimitedScan, SkippedLines } from './scan-request.ts';

/** Counts the blank lines between rows: those below the header and at the end of a file are no rows of any program. */
export class BlankLines {
  #count = 0;
  #firstLine = 0;
  /** Those since the last row. */
  #run = { count: 0, firstLine: 0, rows: 0 };

  /** @param rows those before the line; none below the header, fewer above it */
  add(line: number, rows: number): void {
    if (rows <= 0) return;
    if (rows === this.#run.rows) this.#run.count += 1;
    else {
      this.#endRun(rows);
      this.#run = { count: 1, firstLine: line, rows };
    }
  }

  /** @param rows those of the file */
  result(rows: number): SkippedLines {
    this.#endRun(rows);
    this.#run = { count: 0, firstLine: 0, rows };
    return { count: this.#count, firstLine: this.#firstLine };
  }

  #endRun(rows: number): void {
    const { count, firstLine, rows: before } = this.#run;
    if (count === 0 || rows === before) return;
    if (this.#count === 0) this.#firstLine = firstLine;
    this.#count += count;
  }
}

/**
 * Warns of the blank lines of a file of one column, where each may be a row without a value: not where a program added
 * a carriage return to each end.
 */
export function blankLinesWarnings(
  { blank: { count, firstLine }, irregularities }: Pick<DelimitedScan, 'blank' | 'irregularities'>,
  columns: number,
): FileWarning[] {
  if (count === 0 || columns !== 1 || irregularities.includes('lone_carriage_returns')) return [];
  const lines =
    count === 1
      ? `Line ${firstLine} is blank and was left out`
      : `${count} blank lines were left out, the first in line ${firstLine}`;
  const message = `${lines}. If a blank line is a row without a value, write "" there in the file.`;
  return [{ code: 'blank_lines', column: null, message }];
}
