import type { ColumnType } from '../domain/column.ts';
import type { GraphNode } from '../domain/graph.ts';
import type { JsonObject } from '../domain/json.ts';
import { exportFlow } from './export-flow.ts';

function node(id: string, type: string, config: JsonObject): GraphNode {
  return { id, type, data: { label: id, config } };
}

/** The scripts of polars of a flow that joins two files by a key of each. */
function scriptsOf(type: string, config: JsonObject, right: string): readonly string[] {
  const nodes = [
    node('left', 'fileInput', { dataset_id: 'l', format: 'parquet' }),
    node('right', 'fileInput', { dataset_id: 'r', format: 'parquet' }),
    node('join', type, { left_on: 'at', right_on: right, ...config }),
    node('out', 'fileOutput', { format: 'parquet' }),
  ];
  const edges = [
    { source: 'left', target: 'join', targetHandle: 'left' },
    { source: 'right', target: 'join', targetHandle: 'right' },
    { source: 'join', target: 'out' },
  ];
  const file = (nodeId: string, key: string): object => ({
    nodeId,
    datasetName: `${nodeId}.parquet`,
    format: 'parquet',
    parseOptions: null,
    irregularities: [],
    columns: [
      { name: key, type: 'datetime' satisfies ColumnType },
      { name: 'value', type: 'float' satisfies ColumnType },
    ],
  });
  const inputs = [file('left', 'at'), file('right', right)] as never;
  const { polars, polars_lazy: lazy } = exportFlow({
    flowName: 'Nightly',
    graph: { nodes, edges },
    inputs,
  });
  return [polars, lazy];
}

describe.each(['constructor', 'toString', '__proto__'])(
  'a key named %s, as a property of every object is',
  (key) => {
    it.each([
      ['join', { how: 'inner' }],
      ['join', { how: 'right' }],
      ['join', { how: 'anti' }],
      ['asofJoin', { direction: 'nearest' }],
    ])('keeps its name in the polars scripts of %s %j', (type, config) => {
      for (const script of scriptsOf(type, config, key)) {
        expect(script).toMatch(new RegExp(`right_on=\\["${key}"\\]`));
      }
    });
  },
);
