import type { Column, Frame, StringColumn } from './frame.ts';

/** Removes unused dictionary entries of text columns; meant for slices of large frames. */
export function compactDictionaries(frame: Frame): Frame {
  return { ...frame, columns: frame.columns.map(compactColumn) };
}

function compactColumn(column: Column): Column {
  return column.type === 'string' && column.dictionary.length > column.codes.length
    ? compactDictionary(column)
    : column;
}

function compactDictionary({ codes, dictionary }: StringColumn): StringColumn {
  const newCodes = new Map<number, number>();
  const used: string[] = [];
  const compacted = codes.map((code) => {
    if (code < 0) return code;
    const known = newCodes.get(code);
    if (known !== undefined) return known;
    newCodes.set(code, used.length);
    return used.push(dictionary[code] ?? '') - 1;
  });
  return { type: 'string', codes: compacted, dictionary: used };
}
