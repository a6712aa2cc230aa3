import type { FileWarning } from '../../domain/file-warning.ts';
import { hasByteOrderMark } from '../text/file-chunks.ts';

/** The first byte of a byte order mark in UTF-8. */
export const FIRST_MARK_BYTE = 0xef;

/** Lines that begin with a byte order mark, but for the one of the file. */
export class MarkedLines {
  count = 0;
  /** 0: there is none. */
  firstLine = 0;

  /** Adds a line if the bytes from an index on are a mark. @param line 0: the index is within a line */
  add(chunk: Buffer, index: number, line: number): void {
    if (chunk[index] !== FIRST_MARK_BYTE || line === 0) return;
    if (!hasByteOrderMark(chunk.subarray(index, index + 3))) return;
    this.count++;
    this.firstLine ||= line;
  }
}

/** Warns of byte order marks within a file, which are invisible and belong to a cell. */
export function byteOrderMarksWarnings({
  count,
  firstLine,
}: Pick<MarkedLines, 'count' | 'firstLine'>): FileWarning[] {
  if (count === 0) return [];
  const which =
    count === 1
      ? `Line ${firstLine} begins with a byte order mark, which was`
      : `${count} lines begin with a byte order mark, the first is line ${firstLine}; it was`;
  const message = `${which} read as part of the first cell, as files have it that were joined: remove it, and a header that is repeated there.`;
  return [{ code: 'byte_order_marks', column: null, message }];
}
