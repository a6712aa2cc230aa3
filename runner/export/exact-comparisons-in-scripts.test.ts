import type { FlowParameter, GraphNode } from '../domain/graph.ts';
import type { JsonObject } from '../domain/json.ts';
import { exportFlow } from './export-flow.ts';

describe('a script that compares an integer column with a float', () => {
  it.each([
    ['n > 2.5', 'n > 2.5'],
    ['2.5 == n', '2.5 == n'],
    ['n < 1e300', 'n < 1e300'],
    ['n >= 9007199254740991.0', 'n >= 9007199254740991.0'],
    ['n > 9007199254740992.5', 'n > 9007199254740992'],
    ['n >= 9007199254740992.0', 'n >= 9007199254740992'],
    ['9007199254740993.5 > n', 'n <= 9007199254740993'],
    ['n == -9007199254740993.5', 'n > 9223372036854775807'],
  ])('has %s as %s', (expression, comparison) => {
    expect(scriptsOf('filterExpression', { expression })).toEqual([
      expect.stringContaining(`[${comparison.replace('n', 'df_in["n"]')}]`),
      expect.stringContaining(`.filter(${comparison.replace('n', 'pl.col("n")')})`),
    ]);
  });

  it.each([
    ['100.0', 'float(limit)'],
    ['1e3', 'float(limit)'],
    ['2.5', 'float(limit)'],
    ['-9007199254740991.0', 'float(limit)'],
    ['9007199254740993', 'int(limit)'],
  ])('reads the parameter %s as %s', (limit, code) => {
    for (const operator of ['==', '>', 'between']) {
      const config = { column: 'n', operator, value: '{{ limit }}', value2: '{{ limit }}' };
      for (const script of scriptsOf('filterRows', config, limit)) {
        expect(script).toContain(` ${operator === 'between' ? '<=' : operator} ${code}`);
        expect(script).not.toContain('instead of a parameter');
      }
    }
  });

  it.each([
    ['9007199254740993.0', '== 9007199254740993'],
    ['9007199254740992.5', '> 9223372036854775807'],
    ['1e18', '== 1000000000000000000'],
  ])('says that it does not read the parameter %s, which decides as %s', (limit, code) => {
    const config = { column: 'n', operator: '==', value: '{{ limit }}' };
    for (const script of scriptsOf('filterRows', config, limit)) {
      expect(script).toContain(` ${code}`);
      expect(wordsOf(script)).toContain(noteOf('filterRows', code.split(' ')[1]));
    }
  });

  it('says that it does not read a parameter of type number beyond 2^53', () => {
    const parameter = { name: 'limit', type: 'number', default: 1e18 } as const;
    const config = { expression: 'n > -{{ limit }}' };
    for (const script of scriptsOf('filterExpression', config, parameter)) {
      expect(script).toContain(' > -1000000000000000000');
      expect(wordsOf(script)).toContain(noteOf('filterExpression', '-1000000000000000000'));
    }
    for (const script of scriptsOf('filterExpression', config, { ...parameter, default: 0.5 })) {
      expect(script).toMatch(/ > .*limit/);
      expect(script).not.toContain('instead of a parameter');
    }
  });

  it('says that it does not read a parameter with a point in a list or as a cell', () => {
    const listed = { column: 'n', operator: 'in', value: ['{{ limit }}', 3] };
    const filled = { columns: ['n'], strategy: 'constant', value: '{{ limit }}' };
    for (const [type, config] of [
      ['filterRows', listed] as const,
      ['fillNulls', filled] as const,
    ]) {
      for (const script of scriptsOf(type, config, '100.0')) {
        expect(wordsOf(script)).toContain(noteOf(type, '100'));
      }
    }
  });

  it('says nothing about a parameter where the config names none', () => {
    const config = { column: 'n', operator: '>', value: '9007199254740992.5' };
    for (const script of scriptsOf('filterRows', config)) {
      expect(script).not.toContain('instead of a parameter');
    }
  });
});

function noteOf(type: string, value = ''): string {
  return `${type} (${type}) has ${value} instead of a parameter: export the flow again for another value.`;
}

/** The script without the breaks of its lines. */
function wordsOf(script: string): string {
  return script.replaceAll(/\s+/g, ' ');
}

/** The scripts of a flow that reads the integer column "n", with a parameter "limit". */
function scriptsOf(
  type: string,
  config: JsonObject,
  limit: string | FlowParameter = '1',
): readonly string[] {
  const { code, polars } = exportFlow({
    flowName: 'Nightly',
    graph: {
      parameters: [
        typeof limit === 'string' ? { name: 'limit', type: 'string', default: limit } : limit,
      ],
      nodes: [
        node('fileInput', { dataset_id: 'd', format: 'parquet' }),
        node(type, config),
        node('fileOutput', { format: 'parquet' }),
      ],
      edges: [
        { source: 'fileInput', target: type },
        { source: type, target: 'fileOutput' },
      ],
    },
    inputs: [
      {
        nodeId: 'fileInput',
        datasetName: 'in.parquet',
        format: 'parquet',
        parseOptions: null,
        irregularities: [],
        columns: [{ name: 'n', type: 'integer' }],
      },
    ],
  });
  return [code, polars];
}

function node(type: string, config: JsonObject): GraphNode {
  return { id: type, type, data: { label: type, config } };
}
