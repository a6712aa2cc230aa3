import { formatCode, LINE_WIDTH, wrapComment, wrapWords } from '../python/format/format-code.ts';

/** The parts of a script in output order. */
export interface PythonScript {
  readonly title: string;
  /** Sentences below the title: the script's inputs, outputs and packages. */
  readonly notes: readonly string[];
  readonly imports: readonly string[];
  /** Assignments that a reader may change. */
  readonly parameters: readonly string[];
  /** Source code of helper functions. */
  readonly helpers: readonly string[];
  /** Statements before the first section. */
  readonly checks: readonly string[];
  readonly sections: readonly PythonSection[];
}

export interface PythonSection {
  readonly heading: string;
  readonly lines: readonly string[];
}

const INDENT = 4;

/** Renders the script as a `.py` file whose flow is the function `main`, before the functions that it calls. */
export function renderScript(script: PythonScript): string {
  const head = [renderDocstring(script), sortedImports(script).join('\n')];
  if (script.parameters.length > 0) head.push(renderParameters(script.parameters));
  const blocks = [
    head.join('\n\n'),
    renderMain(script),
    ...script.helpers.map((source) => source.trim()),
    'if __name__ == "__main__":\n    main()',
  ];
  return `${blocks.join('\n\n\n')}\n`;
}

function renderMain({ checks, sections }: PythonScript): string {
  const body = sections.map((section) => renderSection(section, INDENT));
  if (checks.length > 0) body.unshift(formatCode(checks.join('\n'), INDENT));
  return ['def main() -> None:', body.join('\n\n')].join('\n');
}

function renderDocstring({ title, notes }: PythonScript): string {
  const quotes = '"""';
  const lines = [`${quotes}${docText(title)}`, '', ...notes.map(docText), quotes];
  return lines.flatMap((line) => wrapWords(line, LINE_WIDTH)).join('\n');
}

/** Escapes a text so that it cannot end the docstring. */
function docText(text: string): string {
  return singleLine(text)
    .replaceAll('\\', '\\\\')
    .replaceAll('"""', '\\"\\"\\"')
    .replace(/^"/, '\\"');
}

/** Renders parameters with their comment. */
export function renderParameters(parameters: readonly string[]): string {
  return ['# Parameters', formatCode(parameters.join('\n'))].join('\n');
}

/** Renders a section with its comment. @param indent columns before every line */
export function renderSection(section: PythonSection, indent = 0): string {
  const margin = ' '.repeat(indent);
  const heading = wrapComment(`# ${singleLine(section.heading)}`, LINE_WIDTH - indent);
  const code = formatCode(section.lines.join('\n'), indent);
  return [...heading.map((line) => `${margin}${line}`), code].join('\n');
}

/** Returns the sorted imports: whole modules before names from modules. */
export function sortedImports(script: PythonScript): readonly string[] {
  const imports = mergedImports(script.imports);
  const standard = imports.filter((line) => !isThirdParty(line));
  const thirdParty = imports.filter(isThirdParty);
  const gap = standard.length > 0 && thirdParty.length > 0 ? [''] : [];
  return [...[...standard].sort(byImport), ...gap, ...[...thirdParty].sort(byImport)];
}

/** Merges the names that are imported from one module. */
function mergedImports(imports: readonly string[]): readonly string[] {
  const byModule = Map.groupBy(imports, (line) => /^(from \S+ import )/.exec(line)?.[1] ?? '');
  return [...byModule].flatMap(([start, lines]) => {
    if (start === '') return lines;
    const names = lines.flatMap((line) => line.slice(start.length).split(', '));
    return [`${start}${[...new Set(names)].sort().join(', ')}`];
  });
}

function isThirdParty(line: string): boolean {
  return /^(import|from) (pandas|polars|numpy|pyarrow|openpyxl|xlsxwriter|sqlalchemy|duckdb)\b/.test(
    line,
  );
}

function byImport(a: string, b: string): number {
  const rank = (line: string): number => (line.startsWith('import ') ? 0 : 1);
  return rank(a) - rank(b) || (a < b ? -1 : 1);
}

/** Returns a text on one line, so that a line break in it cannot become code. */
export function singleLine(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Z}]+/gu, ' ')
    .trim();
}
