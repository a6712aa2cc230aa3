/** The parts of a script in output order. */
export interface PythonScript {
  readonly title: string;
  /** Sentences below the title: the script's inputs, outputs and packages. */
  readonly notes: readonly string[];
  readonly imports: readonly string[];
  /** Source code of helper functions. */
  readonly helpers: readonly string[];
  readonly parameters: readonly string[];
  readonly sections: readonly PythonSection[];
}

export interface PythonSection {
  readonly heading: string;
  readonly lines: readonly string[];
}

/** Renders the script as a `.py` file. */
export function renderScript(script: PythonScript): string {
  const head = [
    comment(script.title),
    '#',
    ...script.notes.map(comment),
    '',
    ...sortedImports(script),
  ];
  const blocks = [head.join('\n')];
  for (const source of script.helpers) blocks.push(`\n${source.trim()}\n`);
  if (script.parameters.length > 0) {
    blocks.push(['# Parameters', ...script.parameters].join('\n'));
  }
  for (const section of script.sections) blocks.push(renderSection(section));
  return `${blocks.join('\n\n').replaceAll(/\n{4,}/g, '\n\n\n')}\n`;
}

/** Renders a section with its comment. */
export function renderSection(section: PythonSection): string {
  return [comment(section.heading), ...section.lines].join('\n');
}

/** Returns the sorted imports: whole modules before names from modules. */
export function sortedImports(script: PythonScript): readonly string[] {
  const standard = script.imports.filter((line) => !isThirdParty(line));
  const thirdParty = script.imports.filter(isThirdParty);
  const gap = standard.length > 0 && thirdParty.length > 0 ? [''] : [];
  return [...[...standard].sort(byImport), ...gap, ...[...thirdParty].sort(byImport)];
}

function isThirdParty(line: string): boolean {
  return /^(import|from) (pandas|polars|numpy|pyarrow|openpyxl)\b/.test(line);
}

function byImport(a: string, b: string): number {
  const rank = (line: string): number => (line.startsWith('import ') ? 0 : 1);
  return rank(a) - rank(b) || (a < b ? -1 : 1);
}

/** Returns a comment of one line, so that a line break in the text cannot become code. */
function comment(text: string): string {
  return `# ${singleLine(text)}`.trimEnd();
}

export function singleLine(text: string): string {
  return text.toWellFormed().replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ');
}
