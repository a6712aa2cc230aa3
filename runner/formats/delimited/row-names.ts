/** More names are not repeated in a message. */
const MAX_NAMES = 12;
const NUMBER = /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?$/i;

/**
 * Says which options read rows with a name as their first cell and no name above it, as R writes them.
 * @returns null if the rows have no such names
 */
export function rowNamesOptions([header = [], ...rows]: readonly (readonly string[])[]):
  string | null {
  const isOneLonger = rows.every(({ length }) => length === header.length + 1);
  if (header.length < 2 || rows.length < 2 || !isOneLonger) return null;
  // Below a title the first row has the names of the columns.
  const hasNumbers = header.some((_, at) => rows.every((row) => NUMBER.test(row[at + 1] ?? '')));
  if (!hasNumbers) return null;
  const names =
    header.length > MAX_NAMES
      ? 'column_names with a name for it before those of the header'
      : `column_names=${JSON.stringify(['row', ...header])}`;
  return `rows=widest and ${names}`;
}
