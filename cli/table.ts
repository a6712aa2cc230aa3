import { plainText } from './plain-text.ts';

/** Rows under a header, each column as wide as its widest cell; the lines have no newline. */
export function table(
  header: readonly string[],
  rows: readonly (readonly string[])[],
): readonly string[] {
  const lines = [header, ...rows].map((row) => row.map(plainText));
  const widths = header.map((_name, column) =>
    lines.reduce((widest, row) => Math.max(widest, (row[column] ?? '').length), 0),
  );
  return lines.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

/** A timestamp of the API to the second: `2026-11-22 21:40:05Z`; a dash for none. */
export function shortTime(timestamp: string | null): string {
  return timestamp === null ? '-' : `${timestamp.slice(0, 19).replace('T', ' ')}Z`;
}
