import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exportFlow } from '../../runner/export/export-flow.ts';
import { fileInputNode, fileOutputNode, table } from './parity-case.ts';
import { parityPython } from './parity-python.ts';
import { runScripts } from './python-batch.ts';
import { writeTable } from './table-file.ts';

const ROWS = table('city string', [['Bonn'], ['Ulm'], ['Kiel']]);
const python = await parityPython();

const hash = (id: string): ReturnType<typeof fileInputNode> => ({
  id,
  type: 'hashColumn',
  data: { config: { columns: ['city'], new_column: 'digest' } },
});

const limit = (id: string): ReturnType<typeof fileInputNode> => ({
  id,
  type: 'limitRows',
  data: { config: { n: 5 } },
});

/** Flows by what reads the digests, with what they write. */
const FLOWS: Readonly<Record<string, readonly string[]>> = {
  'two outputs': ['hash-a', 'hash-b'],
  'an output and steps below': ['hash-a', 'hash-limit', 'limit-b'],
  'a check and an output': ['hash-check', 'check-a'],
};

const check = {
  id: 'check',
  type: 'assertUnique',
  data: { config: { columns: ['city'] } },
};

const chart = {
  id: 'chart',
  type: 'chartBar',
  data: { config: { x: 'city', aggregate: 'count' } },
};

function lazyScript(edges: readonly string[]): string {
  const pairs = edges.map((edge) => edge.split('-') as [string, string]);
  const ids = new Set(pairs.flat());
  const nodes = [
    fileInputNode('in', 'parquet'),
    hash('hash'),
    limit('limit'),
    check,
    chart,
    fileOutputNode('a', 'csv'),
    fileOutputNode('b', 'csv'),
  ];
  const { polars_lazy: script } = exportFlow({
    flowName: 'Digests',
    graph: {
      nodes: nodes.filter(({ id }) => ids.has(id)),
      edges: pairs.map(([source, target]) => ({ source, target })),
    },
    inputs: [
      {
        nodeId: 'in',
        datasetName: 'rows.parquet',
        format: 'parquet',
        parseOptions: null,
        irregularities: undefined,
        columns: ROWS.columns,
      },
    ],
  });
  return script;
}

it.each([
  [
    'one output reads, below a check of a file',
    ['in-check', 'check-hash', 'hash-limit', 'limit-a'],
  ],
  ['an output and a chart read', ['in-hash', 'hash-chart', 'hash-a']],
])('leaves a frame lazy that %s', (_title, edges) => {
  expect(lazyScript(edges)).not.toContain('.lazy()');
});

// Without Python there is nothing to run.
(python === null ? it.skip : it).each(Object.entries(FLOWS))(
  'computes in a lazy script once what is read by %s',
  async (_title, edges) => {
    const script = lazyScript(['in-hash', ...edges]);
    const folder = await mkdtemp(join(tmpdir(), 'millrace-shared-'));
    try {
      writeTable(ROWS, join(folder, 'rows.parquet'));
      const path = join(folder, 'flow.py');
      const count = '    with open("calls", "a") as calls:\n        calls.write("x")\n';
      await writeFile(path, script.replace(/^def hex_digest\(.*\n.*\n/m, `$&${count}`));
      expect(await runScripts(python ?? '', [{ path, folder }])).toEqual([null]);
      expect(await readFile(join(folder, 'calls'), 'utf8')).toBe('xxx');
    } finally {
      await rm(folder, { recursive: true });
    }
  },
);
