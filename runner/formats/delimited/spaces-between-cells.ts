const SAMPLE_LINES = 60;
/** Fewer words are names, or a date and a time. */
const MIN_CELLS = 3;
/** Minimum share of lines with as many words as the second one. */
const AGREEING_SHARE = 0.9;

/**
 * Whether a file of one column is a table whose cells are separated by spaces: its lines have as many words as
 * its header, or one more, the name of the row.
 * @param text the first lines, with the header
 */
export function hasSpacesBetweenCells(text: string): boolean {
  const lines = text.split(/\r\n|\r|\n/).slice(0, SAMPLE_LINES);
  // The sample may end within a line.
  const [header = 0, ...rows] = lines
    .slice(0, Math.max(2, lines.length - 1))
    .map((line) => line.trim().split(/[ \t]+/).length);
  const [width = 0] = rows;
  if (width < MIN_CELLS || (width !== header && width !== header + 1)) return false;
  const agreeing = rows.filter((each) => each === width).length;
  return agreeing / rows.length >= AGREEING_SHARE;
}
