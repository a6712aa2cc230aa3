/**
 * Indents Python code. Lines that begin within a text stay as they are, so that the text keeps its content.
 * @param code valid Python
 */
export function indentCode(code: string, indent: number): string {
  const margin = ' '.repeat(indent);
  const continued = linesWithinText(code);
  return code
    .split('\n')
    .map((line, index) => (line.trim() === '' || continued.has(index) ? line : margin + line))
    .join('\n');
}

/**
 * One token: a comment, a text with three quotes or one, an escape that continues a line, a line break, or any
 * other character. An escape in a text hides a quote, also in a raw text.
 */
const TOKEN =
  /#[^\n]*|"""(?:\\[\s\S]|(?!""")[\s\S])*"""|'''(?:\\[\s\S]|(?!''')[\s\S])*'''|"(?:\\[\s\S]|[^"\\])*"|'(?:\\[\s\S]|[^'\\])*'|[\s\S]/g;

/** The indexes of the lines that begin within a text. */
function linesWithinText(code: string): ReadonlySet<number> {
  const lines = new Set<number>();
  let line = 0;
  for (const [token] of code.matchAll(TOKEN)) {
    const isText = token.length > 1 && !token.startsWith('#');
    const breaks = token.split('\n').length - 1;
    for (let within = 1; isText && within <= breaks; within++) lines.add(line + within);
    line += breaks;
  }
  return lines;
}
