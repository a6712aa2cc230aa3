import type { JsonObject } from '../domain/json.ts';
import { nodeOfType } from '../nodes/index.ts';
import { inspectGraph } from './inspect-graph.ts';
import { nodeWarningsOf } from './node-warnings.ts';
import { readGraph } from './read-graph.ts';

type Warning = readonly [field: string, code: string, message: RegExp];
type Case = readonly [
  title: string,
  type: string,
  config: JsonObject,
  warnings: readonly Warning[],
];

const CASES: readonly Case[] = [
  [
    'the former key of a replacement',
    'stringTransform',
    { column: 'a', operation: 'replace', find: 'x', replace: 'y' },
    [['replace', 'former_key', /^"replace" is the former name of "replace_with"\. It is read/]],
  ],
  [
    'both keys of a replacement',
    'stringTransform',
    { column: 'a', operation: 'replace', find: 'x', replace: 'y', replace_with: 'z' },
    [['replace', 'former_key', /It is ignored, since "replace_with" is given: remove it\.$/]],
  ],
  [
    'nothing in a replacement by its own key',
    'stringTransform',
    { column: 'a', operation: 'replace', find: 'x', replace_with: 'z' },
    [],
  ],
  [
    'a column that a check names twice',
    'assertUnique',
    { columns: ['a', 'b', 'a'] },
    [['columns', 'repeated_column', /^"columns" names the column "a" more than once/]],
  ],
  [
    'shared keys of a join beside those of both inputs, and suffixes that are none',
    'join',
    { on: 'a', left_on: 'b', right_on: 'c', suffixes: 'x' },
    [
      ['on', 'ignored_key', /^"on" is ignored, since "left_on" and "right_on" are given/],
      ['suffixes', 'ignored_value', /the suffixes are _x and _y/],
    ],
  ],
  [
    'the keys of one input beside shared keys of a join',
    'join',
    { on: 'a', left_on: 'b' },
    [['left_on', 'ignored_key', /since "on" is given and "right_on" is not/]],
  ],
  [
    'a regular expression that splits without a group',
    'splitColumn',
    { column: 'a', mode: 'regex', pattern: '[;,]', into: ['b'] },
    [['pattern', 'split_without_group', /^The pattern has no group in parentheses/]],
  ],
  [
    'nothing about a regular expression with a group',
    'splitColumn',
    { column: 'a', mode: 'regex', pattern: '([^;,]*)', into: ['b'] },
    [],
  ],
  [
    'a way to read a database that there is not',
    'sqlInput',
    { connection_id: 'c', mode: 'all', table: 't' },
    [
      [
        'mode',
        'ignored_value',
        /^"mode" has no value "all", which stands for "table"\. Write "table" or "query"\.$/,
      ],
    ],
  ],
  [
    'blanks around the names of a table to read',
    'sqlInput',
    { connection_id: 'c', table: ' lead', schema: 'sales ' },
    [
      [
        'table',
        'trimmed_name',
        /^"table" has blanks around the name "lead", which are left out\. Remove them, or read a table whose name has them by a query\.$/,
      ],
      ['schema', 'trimmed_name', /around the name "sales"/],
    ],
  ],
  [
    'blanks around the name of a table to write',
    'sqlOutput',
    { connection_id: 'c', table: 'lead\n' },
    [['table', 'trimmed_name', /^"table" has blanks around the name "lead", .* Remove them\.$/]],
  ],
  [
    'nothing about a schema of blanks, which is none, and a table that a query does not read',
    'sqlInput',
    { connection_id: 'c', mode: 'query', query: 'SELECT 1', table: ' x', schema: ' ' },
    [],
  ],
  [
    'what a file that exists does not ask for',
    'storageOutput',
    { connection_id: 'c', if_exists: 'append' },
    [['if_exists', 'ignored_value', /^"if_exists" has no value "append", which stands for "ov/]],
  ],
  [
    'percentiles that leave no value between them',
    'removeOutliers',
    { columns: ['a'], method: 'percentile', lower: 90, upper: 10 },
    [['lower', 'empty_range', /^"lower" is above "upper", so that each number is an outlier/]],
  ],
  [
    'nothing about percentiles that another method does not read',
    'removeOutliers',
    { columns: ['a'], lower: 90, upper: 10 },
    [],
  ],
  [
    'nothing about a pattern that another mode does not read',
    'splitColumn',
    { column: 'a', mode: 'delimiter', pattern: '[;,]', into: ['b'] },
    [],
  ],
];

describe('warnings of node types about valid configs', () => {
  it.each(CASES)('report %s, in validation and in runs', (_what, type, config, expected) => {
    const graph = readGraph({ nodes: [{ id: 'node', type, data: { config } }], edges: [] });
    const warnings = expected.map(([field, code, message]) => ({
      nodeId: 'node',
      severity: 'warning',
      field,
      code,
      message: expect.stringMatching(message) as string,
    }));
    expect(nodeWarningsOf(graph, nodeOfType, {})).toMatchObject(warnings);
    const options = { lookup: nodeOfType, overrides: {}, localTime: '2026-01-01T00:00:00.000' };
    const { problems } = inspectGraph(graph, options);
    expect(problems.filter(({ code }) => code !== undefined)).toMatchObject(warnings);
    // Its keys are known, so that nothing else says that one is ignored.
    expect(problems.filter(({ message }) => message.includes('has no field'))).toEqual([]);
  });
});
