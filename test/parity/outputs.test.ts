import { FILE_FORMATS } from '../../runner/domain/file-format.ts';
import type { GraphNode } from '../../runner/domain/graph.ts';
import type { JsonObject } from '../../runner/domain/json.ts';
import { checkCases } from './check-cases.ts';
import { fileInputNode, fileOutputNode, table, type ParityCase } from './parity-case.ts';
import { parityPython } from './parity-python.ts';

const everyType = table('id integer, share float, ok boolean, moment datetime, note string', [
  [1, 0.5, true, '2024-02-29T13:30:05', 'plain'],
  [-2, 2, false, '2024-02-29T00:00:00', 'a "quoted", word\nand a line'],
  [null, null, null, null, null],
  [9007199254740993n, 1e-3, true, '1969-12-31T23:59:59.250', 'tab\there'],
  [4, 1234567.125, false, '2024-02-29T13:30:05.000001', 'äöü €'],
]);

/** Excel has neither 64-bit integers nor microseconds. */
const excelTypes = table('id integer, share float, ok boolean, moment datetime, note string', [
  [1, 0.5, true, '2024-02-29T13:30:05', 'plain'],
  [-2, 2.25, false, '2024-02-29T00:00:00', 'a "quoted", word'],
  [null, null, null, null, null],
  [4, 1234567.125, false, '2024-03-01T13:30:05', 'äöü €'],
]);

const cases = FILE_FORMATS.map((format): ParityCase => {
  const rows = format === 'excel' ? excelTypes : everyType;
  return {
    name: `${format}: all five types and nulls`,
    graph: {
      nodes: [fileInputNode('in', 'parquet'), fileOutputNode('out', format)],
      edges: [{ source: 'in', target: 'out' }],
    },
    inputs: [{ nodeId: 'in', name: 'rows.parquet', table: rows }],
  };
});

/**
 * Index and cells of every type that a format writes in its own way. Excel keeps no type of a column without
 * cells.
 */
const pivots = (['share', 'ok', 'moment', 'nothing'] as const).flatMap((values) =>
  FILE_FORMATS.filter((format) => format !== 'excel' || values !== 'nothing').map(
    (format): ParityCase => {
      const rows = format === 'excel' ? excelTypes : everyType;
      return {
        name: `${format}: a pivot of ${values} whose columns the script finds`,
        graph: {
          nodes: [
            fileInputNode('in', 'parquet'),
            {
              id: 'pivot',
              type: 'pivot',
              data: {
                config: {
                  index: ['moment', 'ok'].filter((name) => name !== values),
                  columns: 'id',
                  values,
                  aggfunc: 'max',
                },
              },
            },
            fileOutputNode('out', format),
          ],
          edges: [
            { source: 'in', target: 'pivot' },
            { source: 'pivot', target: 'out' },
          ],
        },
        inputs: [
          {
            nodeId: 'in',
            name: 'rows.parquet',
            table: {
              columns: [...rows.columns, { name: 'nothing', type: 'null' }],
              rows: rows.rows
                .filter(([id]) => format !== 'excel' || id !== null)
                .map((row) => [...row, null]),
            },
          },
        ],
      };
    },
  ),
);

/** Texts that a writer of Excel files may take for a formula or a link. */
const excelTexts: ParityCase = {
  name: 'excel: texts that look like formulas, links and numbers stay texts',
  graph: {
    nodes: [fileInputNode('in', 'parquet'), fileOutputNode('out', 'excel')],
    edges: [{ source: 'in', target: 'out' }],
  },
  inputs: [
    {
      nodeId: 'in',
      name: 'rows.parquet',
      table: table('note string', [
        ['=1+1'],
        ['=HYPERLINK("http://evil","x")'],
        ['{=SUM(A1:A2)}'],
        ['http://example.org/a b'],
        ['mailto:a@example.org'],
        ['internal:Sheet1!A1'],
        ['+1'],
        ['@SUM(1)'],
        ['007'],
      ]),
    },
  ],
};

/** What Excel holds only as text or not at all, beside what it holds in the same columns. */
const excelExtremes: ParityCase = {
  name: 'excel: large integers, datetimes that Excel lacks, infinities and long texts are written as in a run',
  graph: {
    nodes: [fileInputNode('in', 'parquet'), fileOutputNode('out', 'excel')],
    edges: [{ source: 'in', target: 'out' }],
  },
  inputs: [
    {
      nodeId: 'in',
      name: 'rows.parquet',
      table: table('id integer, share float, moment datetime, note string, Note boolean', [
        [2n ** 53n, 0.1 + 0.2, '1900-02-28T23:59:59.999999', 'x'.repeat(32_767), true],
        [2n ** 53n - 1n, Infinity, '1900-03-01T00:00:00', `${'x'.repeat(32_765)}😀`, null],
        [-(2n ** 53n), -Infinity, '1850-12-31T13:30:00.250', 'a\0b', false],
        [-(2n ** 53n) + 1n, 1e-300, '0001-01-01T00:00:00', 'a\u0001b _x0041_', null],
        [-(2n ** 63n), -1.7976931348623157e308, '2024-02-29T13:30:05', ' a\r\nb\t', true],
        [null, null, null, null, null],
        [2n ** 63n - 1n, 5e-324, '9999-12-31T23:59:59.999999', '', false],
      ]),
    },
  ],
};

/** A line of a single column that is null or empty, and one that needs quotes in other tables. */
const singleColumns = (['csv', 'tsv', 'text'] as const).flatMap((format) =>
  [
    table('note string', [['x'], [null], [''], ['q"r'], ['a,b'], ['a\nb']]),
    table('id integer', [[1], [null], [9007199254740993n]]),
    table('ok boolean', [[true], [null], [false]]),
    table('moment datetime', [['2024-02-29T13:30:05.250'], [null]]),
  ].map((rows): ParityCase => ({
    name: `${format}: a single column of ${rows.columns[0]?.type} with nulls`,
    graph: {
      nodes: [fileInputNode('in', 'parquet'), fileOutputNode('out', format)],
      edges: [{ source: 'in', target: 'out' }],
    },
    inputs: [{ nodeId: 'in', name: 'rows.parquet', table: rows }],
  })),
);

const EDGES = [5e-5, 5.96e-8, -9.9e-6, 1e-10, 1e16, 5e-324, -0, 0, Infinity, null, 2];

/** A reader of a text file gets the cells as texts, so that the form of a number counts. */
const textFloats: readonly ParityCase[] = [
  { title: 'a single column of floats', nodes: [node('selectColumns', { columns: ['x'] })] },
  { title: 'floats beside booleans', nodes: [] },
  {
    title: 'floats in columns of a pivot that the script finds',
    nodes: [node('pivot', { index: ['id'], columns: 'ok', values: 'x', aggfunc: 'max' })],
  },
].map(({ title, nodes: steps }) => {
  const all = [fileInputNode('in', 'parquet'), ...steps, fileOutputNode('out', 'text')];
  const rows = EDGES.map((x, id) => [id, x, id % 2 === 0]);
  return {
    name: `text: ${title}, from the least to the greatest`,
    graph: {
      nodes: all,
      edges: all.slice(1).map(({ id }, at) => ({ source: all[at]!.id, target: id })),
    },
    inputs: [
      { nodeId: 'in', name: 'rows.parquet', table: table('id integer, x float, ok boolean', rows) },
    ],
  };
});

/** A run writes an empty text as "" and null as nothing, unless a line has no other cell. */
const emptyTexts = (['csv', 'tsv', 'text'] as const).flatMap((format) => {
  const steps: Readonly<Record<string, readonly GraphNode[]>> = {
    'of a Parquet file': [],
    'that a node computes': [node('stringTransform', { column: 'note', operation: 'strip' })],
    'in columns of a pivot that the script finds': [
      node('pivot', { index: ['id'], columns: 'kind', values: 'note', aggfunc: 'max' }),
    ],
  };
  return Object.entries(steps).map(([title, nodes]): ParityCase => {
    const all = [fileInputNode('in', 'parquet'), ...nodes, fileOutputNode('out', format)];
    return {
      name: `${format}: empty texts ${title}`,
      graph: {
        nodes: all,
        edges: all.slice(1).map(({ id }, at) => ({ source: all[at]!.id, target: id })),
      },
      inputs: [
        {
          nodeId: 'in',
          name: 'rows.parquet',
          table: table('note string, id integer, kind string, ok boolean', [
            ['', 1, 'a', true],
            [null, 2, 'b', null],
            ['  ', 3, '', false],
            ['a "b",\n\tc', null, 'a', true],
          ]),
        },
      ],
    };
  });
});

/** The types of the columns of a CSV file are known, those of a pivot's new columns are not. */
const csvPivots = FILE_FORMATS.filter((format) => format !== 'excel').map((format): ParityCase => ({
  name: `${format}: a pivot of a CSV file whose columns the script finds`,
  graph: {
    nodes: [
      fileInputNode('in', 'csv'),
      {
        id: 'pivot',
        type: 'pivot',
        data: { config: { index: ['i'], columns: 'c', values: 'v', aggfunc: 'sum' } },
      },
      fileOutputNode('out', format),
    ],
    edges: [
      { source: 'in', target: 'pivot' },
      { source: 'pivot', target: 'out' },
    ],
  },
  inputs: [
    {
      nodeId: 'in',
      name: 'rows.csv',
      format: 'csv',
      bytes: Buffer.from('i,c,v\n1,a,2\n1,b,3\n2,a,4\n'),
    },
  ],
}));

checkCases(
  'files that scripts write',
  [
    ...cases,
    ...pivots,
    excelTexts,
    excelExtremes,
    ...singleColumns,
    ...textFloats,
    ...emptyTexts,
    ...csvPivots,
  ],
  await parityPython(),
);

function node(type: string, config: JsonObject): GraphNode {
  return { id: type, type, data: { config } };
}
