import { createHash } from 'node:crypto';
import {
  renderParameters,
  renderSection,
  singleLine,
  sortedImports,
  type PythonScript,
} from './python-script.ts';

/**
 * Renders the script as a Jupyter notebook in JSON (nbformat 4.5, kernel python3): a heading with the title,
 * then code cells for imports and functions, parameters and each section.
 */
export function renderNotebook(script: PythonScript): string {
  const notes = script.notes.map((note) => `${singleLine(note)}  `).join('\n');
  const cells = [
    { kind: 'markdown', source: `# ${singleLine(script.title)}\n\n${notes}`.trim() },
    ...codeCells(script).map((source) => ({ kind: 'code', source })),
  ];
  const notebook = {
    cells: cells.map(({ kind, source }, index) => toCell(kind, source, index)),
    metadata: {
      kernelspec: { display_name: 'Python 3', language: 'python', name: 'python3' },
      language_info: { name: 'python' },
    },
    nbformat: 4,
    nbformat_minor: 5,
  };
  return `${JSON.stringify(notebook, null, 1)}\n`;
}

function codeCells(script: PythonScript): readonly string[] {
  const { parameters, checks, helpers, sections } = script;
  const head = [sortedImports(script).join('\n'), ...helpers.map((source) => source.trim())];
  return [
    head.join('\n\n\n'),
    ...(parameters.length > 0 ? [renderParameters([...parameters, ...checks])] : []),
    ...sections.map((section) => renderSection(section)),
  ];
}

function toCell(kind: string, source: string, index: number): object {
  // Use stable ids, so that the same flow exports the same bytes.
  const id = createHash('sha256').update(`${index}:${source}`).digest('hex').slice(0, 12);
  const common = { cell_type: kind, id, metadata: {} };
  const lines = source.split(/(?<=\n)/);
  return kind === 'code'
    ? { ...common, execution_count: null, outputs: [], source: lines }
    : { ...common, source: lines };
}
