import type { ExampleTable } from '../../runner/nodes/definition.ts';
import { fileInputNode, fileOutputNode, table, type ParityCase } from './parity-case.ts';
import { parityPython } from './parity-python.ts';
import { runCases, SCRIPTS } from './parity-run.ts';

function written(name: string, rows: ExampleTable): ParityCase {
  return {
    name,
    graph: {
      nodes: [fileInputNode('in', 'parquet'), fileOutputNode('out', 'excel')],
      edges: [{ source: 'in', target: 'out' }],
    },
    inputs: [{ nodeId: 'in', name: 'rows.parquet', table: rows }],
  };
}

const MANY = table(
  'flag boolean',
  Array.from({ length: 1024 }, () => [true]),
);

/** The square of a table of 1,024 rows, which is one row more than a sheet has below its header. */
const TOO_MANY_ROWS: ParityCase = {
  name: 'too many rows',
  graph: {
    nodes: [
      fileInputNode('in', 'parquet'),
      { id: 'square', type: 'crossJoin', data: { config: {} } },
      fileOutputNode('out', 'excel'),
    ],
    edges: [
      { source: 'in', target: 'square', targetHandle: 'left' },
      { source: 'in', target: 'square', targetHandle: 'right' },
      { source: 'square', target: 'out' },
    ],
  },
  inputs: [{ nodeId: 'in', name: 'rows.parquet', table: MANY }],
};

/** Tables that a sheet cannot hold, and the sentence of a run and of each script. */
const TOO_LARGE: readonly (readonly [ParityCase, string])[] = [
  [
    written(
      'a long text',
      table('id integer, note string', [
        [1, null],
        [2, 'x'.repeat(32_768)],
      ]),
    ),
    'Column "note" has a text of 32768 characters; an Excel cell holds at most 32767.',
  ],
  [
    written('a text of 16,384 emoji', table('note string', [['😀'.repeat(16_384)]])),
    'Column "note" has a text of 32768 characters; an Excel cell holds at most 32767.',
  ],
  [
    TOO_MANY_ROWS,
    'An Excel sheet holds at most 1048575 rows below its header; the table has more. Write CSV or Parquet instead.',
  ],
];

const outcomes = await runCases(
  TOO_LARGE.map(([parityCase]) => parityCase),
  await parityPython(),
);

it.each(TOO_LARGE.map(([{ name }, reason]) => [name, reason] as const))(
  'says in a run and in every script what a sheet cannot hold: %s',
  (name, reason) => {
    const { engines, scripts } = outcomes.get(name) ?? {};
    const results = [
      ...Object.values(engines ?? {}),
      ...SCRIPTS.flatMap((script) => scripts?.[script] ?? []),
    ];
    expect(results.length).toBeGreaterThan(1);
    for (const result of results) {
      expect('error' in result ? result.error : 'no error').toContain(reason);
    }
  },
);
