import type { ColumnSchema } from '../../../domain/column.ts';
import type { NodeExample } from '../../definition.ts';

/** Characters that are white space in Unicode, and characters that only some libraries strip. */
const STRIPPED = ['\u0085', '\u00a0', '\u1680', '\u2003', '\u2028', '\u202f', '\u3000', '\v'];
const KEPT = ['\u001c', '\u001d', '\u001e', '\u001f', '\u180e', '\u200b', '\u2060', '\ufeff'];
const CODES = [...STRIPPED, ...KEPT].map((character) =>
  character.charCodeAt(0).toString(16).padStart(4, '0'),
);

function whiteSpaceExample(
  operation: 'strip' | 'lstrip' | 'rstrip',
  side: string,
  strip: (text: string, character: string) => string,
): NodeExample {
  const columns: readonly ColumnSchema[] = [
    { name: 'code', type: 'string' },
    { name: 'text', type: 'string' },
  ];
  const rows = [...STRIPPED, ...KEPT].map((character, place) => {
    return { code: CODES[place] ?? '', character, text: `${character} x${character}` };
  });
  return {
    title: `White space of Unicode is removed at ${side}; control characters and those without width stay`,
    config: { column: 'text', operation },
    inputs: { in: { columns, rows: rows.map(({ code, text }) => [code, text]) } },
    expected: {
      columns,
      rows: rows.map(({ code, character, text }) => [
        code,
        STRIPPED.includes(character) ? strip(text, character) : text,
      ]),
    },
  };
}

/** Worked examples of `stringTransform` with white space at the ends of texts. */
export const whiteSpaceExamples: readonly NodeExample[] = [
  whiteSpaceExample('strip', 'both ends', () => 'x'),
  whiteSpaceExample('lstrip', 'the start', (_text, character) => `x${character}`),
  whiteSpaceExample('rstrip', 'the end', (text) => text.slice(0, -1)),
];
