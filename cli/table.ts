import { plainText } from './plain-text.ts';

/** Formats rows under a header as aligned lines without newlines. */
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

/** Formats a timestamp of the API as `2026-11-22 21:40:05Z`, or a dash for null. */
export function shortTime(timestamp: string | null): string {
  return timestamp === null ? '-' : `${timestamp.slice(0, 19).replace('T', ' ')}Z`;
}
