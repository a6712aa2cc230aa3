import { standaloneLayout } from './expression-layout.ts';
import { group, ifBroken, indent, joined, renderLayout, softBreak, softSpace } from './layout.ts';
import type { Layout } from './layout.ts';
import { parseExpression } from './parse-expression.ts';
import { splitStatements } from './statements.ts';

/**
 * The columns that a line of an exported script may have. Only a name or a text without a place for a break, such
 * as the name of a column in snake case, makes a line longer: a search must find it. Such a line has no `noqa`,
 * which would make it longer still and which linters with other widths report.
 */
export const LINE_WIDTH = 100;

/**
 * Formats the statements of Python code as `ruff format` does: assignments, calls, `del`, `return` and
 * `raise`. Other statements, such as the heads of blocks, stay as they are. Comments are wrapped.
 * @param start columns before every line
 */
export function formatCode(code: string, start = 0): string {
  return splitStatements(code)
    .map((statement) => {
      const column = start + statement.indent;
      return `${' '.repeat(column)}${formatStatement(statement.code, column)}`.trimEnd();
    })
    .join('\n');
}

function formatStatement(code: string, start: number): string {
  if (code.startsWith('#'))
    return wrapComment(code, LINE_WIDTH - start).join(`\n${' '.repeat(start)}`);
  const layout = statementLayout(code);
  return layout === null ? code : renderLayout(layout, LINE_WIDTH, start);
}

const OTHER_STATEMENT =
  /^(?:if|elif|else|for|while|with|try|except|finally|def|class|import|from|pass)\b/;

function statementLayout(code: string): Layout | null {
  if (code === '' || OTHER_STATEMENT.test(code)) return null;
  const [, prefix, value] =
    /^((?:return|raise|assert) |[\w.]+(?:\[[^\]]*\])? = )(.*)$/s.exec(code) ?? [];
  if (prefix !== undefined && value !== undefined) {
    return [prefix, standaloneLayout(parseExpression(value))];
  }
  if (code.startsWith('del ')) return deletion(code.slice('del '.length).split(', '));
  return standaloneLayout(parseExpression(code));
}

function deletion(names: readonly string[]): Layout {
  if (names.length === 1) return ['del ', ...names];
  const list = [joined(names, [',', softSpace]), ifBroken(',')];
  return ['del ', group([ifBroken('('), indent([softBreak, list]), softBreak, ifBroken(')')])];
}

/** Breaks a comment into lines of a width. */
export function wrapComment(comment: string, width: number): readonly string[] {
  const words = comment.replace(/^#\s*/, '');
  return wrapWords(words, width - '# '.length).map((line) => `# ${line}`.trimEnd());
}

/** Breaks a text into lines of a width. A word that is longer has its own line. */
export function wrapWords(text: string, width: number): readonly string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    const last = lines.at(-1) ?? '';
    if (last === '') lines[lines.length - 1] = word;
    else if (`${last} ${word}`.length <= width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
