import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exportFlow } from '../../runner/export/export-flow.ts';
import { chain, fileOutputNode } from './parity-case.ts';
import { parityPython } from './parity-python.ts';

/** Executes the code cells of a notebook in order, in one namespace. */
const EXECUTE = `
import json, sys
names = {"__name__": "notebook"}
for cell in json.load(sys.stdin)["cells"]:
    if cell["cell_type"] == "code":
        exec("".join(cell["source"]), names)
`;

const python = await parityPython();

const filter = { type: 'filterExpression', config: { expression: 'amount >= {{ least }}' } };
const graph = chain('csv', [filter], [{ name: 'least', type: 'integer', default: 2 }]);

const exported = exportFlow({
  flowName: 'Notebook',
  graph: {
    ...graph,
    nodes: graph.nodes.map((node) =>
      node.type === 'fileOutput' ? fileOutputNode('out', 'csv') : node,
    ),
  },
  inputs: [
    {
      nodeId: 'in',
      datasetName: 'rows.csv',
      format: 'csv',
      parseOptions: null,
      irregularities: [],
      columns: [{ name: 'amount', type: 'integer' }],
    },
  ],
  includeNotebooks: true,
});

describe('an exported notebook', () => {
  it.each(['notebook', 'notebook_polars', 'notebook_polars_lazy'] as const)(
    'runs from its first cell to its last: %s',
    (kind) => {
      if (python === null) return;
      const folder = mkdtempSync(join(tmpdir(), 'millrace-notebook-'));
      try {
        writeFileSync(join(folder, 'rows.csv'), 'amount\n1\n2\n3\n');
        const input = exported[kind] ?? '';
        execFileSync(python, ['-I', '-c', EXECUTE], { cwd: folder, input });
        expect(readFileSync(join(folder, outputOf(input)), 'utf8')).toBe('amount\n2\n3\n');
      } finally {
        rmSync(folder, { recursive: true });
      }
    },
    60_000,
  );
});

/** Returns the name of the file that a notebook writes, as its first cell states it. */
function outputOf(notebook: string): string {
  return /Writes (\S+) there/.exec(notebook)?.[1] ?? '';
}
