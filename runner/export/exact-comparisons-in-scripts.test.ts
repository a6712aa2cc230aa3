import type { GraphNode } from '../domain/graph.ts';
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

  it('has no name of a parameter whose text Python cannot read as the integer that it is', () => {
    const config = { column: 'n', operator: '==', value: '{{ limit }}' };
    for (const script of scriptsOf('filterRows', config, '9007199254740993.0')) {
      expect(script).toMatch(/ == 9007199254740993\b/);
    }
    for (const script of scriptsOf('filterRows', config, '9007199254740993')) {
      expect(script).toContain(' == int(limit)');
    }
  });
});

/** The scripts of a flow that reads the integer column "n", with a text parameter "limit". */
function scriptsOf(type: string, config: JsonObject, limit = '1'): readonly string[] {
  const { code, polars } = exportFlow({
    flowName: 'Nightly',
    graph: {
      parameters: [{ name: 'limit', type: 'string', default: limit }],
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
