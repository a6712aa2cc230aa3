import { UserError } from '../../runner/domain/errors.ts';
import type { ColumnSchema } from '../../runner/domain/column.ts';
import type { GraphDocument } from '../../runner/domain/graph.ts';
import { exportFlow } from '../../runner/export/export-flow.ts';
import { databaseFlow } from '../../runner/export/example-scripts.ts';
import type { AnyNode, NodeExample } from '../../runner/nodes/definition.ts';

/** Renders the Python of the first example of a node that has a result: for pandas and for lazy polars. */
export function nodeCode(node: AnyNode): string[] {
  const example = node.examples.find(({ expected }) => 'rows' in expected);
  if (example === undefined) return node.usesConnection === 'database' ? databaseCode(node) : [];
  const inputs = inputsOf(example);
  try {
    const scripts = exportFlow({
      flowName: node.label,
      graph: flowOf(node, example, inputs),
      inputs: inputs.map(({ id, columns }) => ({
        nodeId: id,
        datasetName: `${id}.csv`,
        format: 'csv',
        parseOptions: null,
        irregularities: [],
        columns,
      })),
    });
    return [
      '## Exported Python',
      `The first example ("${example.title}") in a script for pandas:`,
      codeBlock(sectionOf(scripts.code, node)),
      'The same for lazy polars:',
      codeBlock(sectionOf(scripts.polars_lazy, node)),
    ];
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return ['## Exported Python', `The first example cannot be exported. ${error.message}`];
  }
}

/** Renders the Python of a node that uses a database, in a flow from one to another. */
function databaseCode(node: AnyNode): string[] {
  const scripts = exportFlow({ flowName: node.label, ...databaseFlow() });
  return [
    '## Exported Python',
    'In a script for pandas, on PostgreSQL and SQLite:',
    codeBlock(sectionOf(scripts.code, node)),
    'The same for lazy polars:',
    codeBlock(sectionOf(scripts.polars_lazy, node)),
  ];
}

interface ExampleInput {
  readonly id: string;
  readonly handle: string;
  readonly columns: readonly ColumnSchema[];
}

function inputsOf({ inputs }: NodeExample): readonly ExampleInput[] {
  return Object.entries(inputs).flatMap(([handle, given]) => {
    const tables = 'rows' in given ? [given] : given;
    return tables.map(({ columns }, index) => ({
      id: `${handle === 'in' ? 'table' : handle}${tables.length > 1 ? ` ${index + 1}` : ''}`,
      handle,
      columns,
    }));
  });
}

function flowOf(
  { id: type, label, outputs }: AnyNode,
  { config, output }: NodeExample,
  inputs: readonly ExampleInput[],
): GraphDocument {
  return {
    nodes: [
      ...inputs.map(({ id }) => ({
        id,
        type: 'fileInput',
        data: { label: id, config: { dataset_id: id, format: 'csv' } },
      })),
      { id: 'node', type, data: { label, config } },
      { id: 'out', type: 'fileOutput', data: { config: { format: 'csv' } } },
    ],
    edges: [
      ...inputs.map(({ id, handle }) => ({ source: id, target: 'node', targetHandle: handle })),
      { source: 'node', target: 'out', sourceHandle: output ?? outputs[0]?.id ?? null },
    ],
  };
}

/** The helpers of a script and the section of a node, without the indentation of `main`. */
function sectionOf(script: string, { label }: AnyNode): string {
  const [head = '', main = ''] = script.split('def main() -> None:\n');
  const helpers =
    /^(?:def|class|[A-Z_]+ =)[^]*/m.exec(head.replace(/^"""[^]*?"""\n/, ''))?.[0] ?? '';
  const lines = main.split('\n');
  const start = lines.indexOf(`    # ${label}`);
  // A section may begin with a comment of its own; the next one follows a blank line.
  const length = lines
    .slice(start + 1)
    .findIndex(
      (line, place) => /^\S/.test(line) || (/^ {4}# /.test(line) && lines[start + place] === ''),
    );
  const section = lines
    .slice(start + 1, start + 1 + length)
    .map((line) => line.replace(/^ {4}/, ''));
  return `${helpers.trim()}\n\n${section.join('\n').trim()}`.trim();
}

function codeBlock(python: string): string {
  return `\`\`\`python\n${python}\n\`\`\``;
}
