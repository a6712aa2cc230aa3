import { deferColumn } from '../../deferred-column.ts';
import type { CodedTexts, StringColumn } from '../../frame.ts';
import { computeCells } from './compute-cells.ts';
import { validMask } from './null-mask.ts';
import { takeCells } from './take-rows.ts';
import { textsOf } from './texts-of.ts';

/** The distinct texts are found for a reader of more than this share of the rows. */
const MAX_PEEK_SHARE = 1 / 4;

/**
 * A column of texts of which some may be equal. Its dictionary is made on first use: to find equal texts
 * takes several times as long as to write them, and most texts are only written or mapped to others.
 */
export function columnOfTexts(texts: CodedTexts): StringColumn {
  const { length } = texts.codes;
  const column: StringColumn = deferColumn('string', {
    length,
    load: () => withDictionary(texts),
    peek: (rows) =>
      rows.length > length * MAX_PEEK_SHARE ? takeCells(column, rows) : cellsAt(texts, rows),
    table: () => null,
    mask: () => validMask(column),
    texts,
  });
  return column;
}

/** The cells of some rows; -1 yields null. */
function cellsAt({ codes, texts }: CodedTexts, rows: Int32Array): StringColumn {
  const taken = computeCells(new Int32Array(rows.length), (at) => codes[rows[at] ?? -1] ?? -1);
  const used = textsOf(taken, texts);
  return withDictionary({ codes: used.codes, texts: used.dictionary });
}

/** Gives equal texts the same code. */
function withDictionary({ codes, texts }: CodedTexts): StringColumn {
  const codeOf = new Map<string, number>();
  const newCodes = computeCells(new Int32Array(texts.length), (at) => {
    const text = texts[at] ?? '';
    const known = codeOf.get(text);
    if (known !== undefined) return known;
    codeOf.set(text, codeOf.size);
    return codeOf.size - 1;
  });
  if (codeOf.size === texts.length) return { type: 'string', codes, dictionary: texts };
  return {
    type: 'string',
    codes: computeCells(new Int32Array(codes.length), (row) => newCodes[codes[row] ?? -1] ?? -1),
    dictionary: [...codeOf.keys()],
  };
}
