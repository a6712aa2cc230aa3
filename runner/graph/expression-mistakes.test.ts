import type { JsonObject } from '../domain/json.ts';
import { EXAMPLE_ROW, EXAMPLE_TIME } from '../expressions/functions/example-row.ts';
import { FUNCTIONS } from '../expressions/functions/index.ts';
import { compileExpression, mistakeWithoutColumns } from '../expressions/index.ts';
import { SYNTAX } from '../expressions/syntax-documentation.ts';
import { nodeOfType } from '../nodes/index.ts';
import { analyseColumns } from './analyse-columns.ts';
import { inspectGraph } from './inspect-graph.ts';
import { readGraph } from './read-graph.ts';

const TIME = '2026-11-22T00:00:00';
const columns = EXAMPLE_ROW.map(({ name, type }) => ({ name, type }));

/** The errors of validation in the expression below the node `above`. */
async function messagesOf(
  [type, config]: readonly [string, JsonObject],
  above: JsonObject = {},
): Promise<string[]> {
  const graph = readGraph({
    nodes: [
      { id: 'in', type: 'fileInput', data: { config: { dataset_id: 'd' } } },
      {
        id: 'above',
        type: 'selectColumns',
        data: { config: { columns: [columns[0]?.name], ...above } },
      },
      { id: 'x', type, data: { config } },
      { id: 'out', type: 'fileOutput', data: { config: { format: 'csv' } } },
    ],
    edges: [
      { source: 'in', target: 'above' },
      { source: 'above', target: 'x' },
      { source: 'x', sourceHandle: type === 'splitRows' ? 'first' : 'out', target: 'out' },
    ],
  });
  const inspection = inspectGraph(graph, { lookup: nodeOfType, overrides: {}, localTime: TIME });
  const analysis = await analyseColumns(inspection, new Map([['in', columns]]));
  return [...inspection.problems, ...analysis.problems].flatMap(
    ({ nodeId, severity, field, message }) =>
      nodeId === 'x' && severity === 'error' ? [`${String(field)}: ${message}`] : [],
  );
}

const UNKNOWN = { columns: ['nowhere'] };

it.each<[string, string, JsonObject, RegExp]>([
  [
    'an unknown function',
    'calculatedColumn',
    { column_name: 'a', expression: 'uper(a)' },
    /no function uper\. Did you mean upper/,
  ],
  ['an unknown function', 'filterExpression', { expression: 'uper(a) == b' }, /no function uper/],
  ['an unknown function', 'assertExpression', { expression: 'uper(a) == b' }, /no function uper/],
  [
    'an unknown function',
    'splitRows',
    { mode: 'condition', expression: 'uper(a) == b' },
    /no function uper/,
  ],
  [
    'an argument too many',
    'filterExpression',
    { expression: 'length(a, 2) > 1' },
    /length is written length/,
  ],
  ['an unknown unit', 'filterExpression', { expression: "date_diff(a, b, 'dya') > 1" }, /dya/],
  ['an unknown type', 'filterExpression', { expression: 'cast(a as foo) > 1' }, /no type foo/],
  [
    'a text that is added',
    'filterExpression',
    { expression: "a - 'x' > 1" },
    /needs a number here/,
  ],
])(
  'validation reports %s in %s below a node without known columns',
  async (_what, type, config, message) => {
    const found = await messagesOf([type, config], UNKNOWN);
    expect(found).toEqual([expect.stringMatching(message)]);
    expect(found[0]).toMatch(/^expression: /);
  },
);

it('validation reports an unknown function beside an unknown column of the same expression', async () => {
  expect(await messagesOf(['filterExpression', { expression: 'nope > uper(1)' }])).toEqual([
    expect.stringContaining('There is no column "nope"'),
    expect.stringContaining('There is no function uper'),
  ]);
});

it('validation reports an unknown function once where the columns are known', async () => {
  const expression = `uper(${columns[0]?.name ?? ''}) == 1`;
  expect(await messagesOf(['filterExpression', { expression }])).toHaveLength(1);
});

it('validation reports an unknown function beside another mistake of the config', async () => {
  const config = { column_name: '', expression: 'uper(a)' };
  expect(await messagesOf(['calculatedColumn', config])).toEqual([
    expect.stringContaining('column_name'),
    expect.stringContaining('There is no function uper'),
  ]);
});

it('no documented example of the expression language is a mistake without its columns', () => {
  const examples = [
    ...Object.values(FUNCTIONS).map(({ doc }) => doc.examples),
    ...SYNTAX.map((each) => each.examples),
  ].flat();
  for (const [text] of examples) {
    expect([
      text,
      mistakeWithoutColumns(text, { parameters: {}, localTime: EXAMPLE_TIME }),
    ]).toEqual([text, null]);
  }
});

it('no part of unknown type makes a mistake of what surrounds it', () => {
  for (const text of [
    "upper(a + b) == 'X'",
    'if(a, b, c) + 1',
    "coalesce(a, b, 'x')",
    'year(greatest(a, b)) > 1',
    "date_add(a, -b, 'days') > today()",
    '-(a + b) in (1, 2)',
    "case when a then b else 'x' end",
  ]) {
    expect([text, mistakeWithoutColumns(text, { parameters: {}, localTime: TIME })]).toEqual([
      text,
      null,
    ]);
  }
});

it('a column of nulls is a count of units that adds nothing', () => {
  const nulls = [{ name: 'n', type: 'null' }] as const;
  const { type } = compileExpression("date_add(today(), n, 'days')", nulls, {
    parameters: {},
    localTime: TIME,
  });
  expect(type).toBe('datetime');
});
