/** A statement, or a line of comment or blank space, of a Python text. */
export interface Statement {
  /** The text on one line, without its indentation and without what follows it as a comment. */
  readonly code: string;
  /** Columns before the text. */
  readonly indent: number;
}

const OPENING = '([{';
const CLOSING = ')]}';

/**
 * Splits Python code into statements. Line breaks within brackets become spaces. The code has no texts in
 * triple quotes.
 */
export function splitStatements(code: string): readonly Statement[] {
  const statements: Statement[] = [];
  let text = '';
  let depth = 0;
  const lines = code.split('\n');
  for (const [index, line] of lines.entries()) {
    text += depth === 0 ? line : ` ${line.trim()}`;
    depth += depthChange(line);
    if (depth > 0 && index < lines.length - 1) continue;
    const trimmed = text.trim();
    statements.push({ code: trimmed, indent: text.length - text.trimStart().length });
    text = '';
  }
  return statements;
}

/** Returns how many more brackets a line opens than it closes. */
function depthChange(line: string): number {
  const withoutTexts = line.replaceAll(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|#.*/g, '');
  let change = 0;
  for (const character of withoutTexts) {
    if (OPENING.includes(character)) change += 1;
    else if (CLOSING.includes(character)) change -= 1;
  }
  return change;
}
