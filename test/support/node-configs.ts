import type { ColumnSchema } from '../../runner/domain/column.ts';
import type { GraphDocument } from '../../runner/domain/graph.ts';
import type { JsonObject } from '../../runner/domain/json.ts';
import type { AnyNode } from '../../runner/nodes/definition.ts';
import { exampleCase, fileInputNode, fileOutputNode } from '../parity/parity-case.ts';

/** A flow of a node with a valid config, whose id is `node`, and the columns of its inputs. */
export interface NodeSample {
  readonly config: JsonObject;
  readonly graph: GraphDocument;
  readonly sources: ReadonlyMap<string, readonly ColumnSchema[]>;
}

/** The id of the node of a sample. */
export const SAMPLED = 'node';

const COLUMNS: readonly ColumnSchema[] = [{ name: 'amount', type: 'integer' }];
/** For inputs and outputs; each reads the keys that it has. */
const FILE_CONFIG = { dataset_id: 'd', connection_id: 'c', table: 't', path: 'a.csv' };

/** Valid flows of a node: those of its examples, or for an input or output one of its own. */
export function nodeSamples(node: AnyNode): readonly NodeSample[] {
  if (node.kind === 'transform') return exampleSamples(node);
  const keys = new Set(node.fields.map(({ key }) => key));
  const config = Object.fromEntries(Object.entries(FILE_CONFIG).filter(([key]) => keys.has(key)));
  const own = { id: SAMPLED, type: node.id, data: { config } };
  const isInput = node.kind === 'input';
  const other = isInput ? fileOutputNode('out', 'parquet') : fileInputNode('in', 'parquet');
  const edge = isInput ? { source: SAMPLED, target: 'out' } : { source: 'in', target: SAMPLED };
  const graph = { nodes: [own, other], edges: [edge] };
  return [{ config, graph, sources: new Map([[isInput ? SAMPLED : 'in', COLUMNS]]) }];
}

function exampleSamples(node: AnyNode): readonly NodeSample[] {
  return node.examples
    .filter(({ expected }) => 'rows' in expected)
    .map((example) => {
      const { graph, inputs } = exampleCase(node, example);
      const tables = inputs.flatMap((input) =>
        'table' in input ? [[input.nodeId, input.table.columns] as const] : [],
      );
      return { config: example.config, graph, sources: new Map(tables) };
    });
}

/** The first sample whose config has a key, else the first. @throws Error without samples */
export function sampleWith(samples: readonly NodeSample[], key: string): NodeSample {
  const found = samples.find(({ config }) => key in config) ?? samples[0];
  if (found === undefined) throw new Error('The node has no example that succeeds');
  return found;
}

/** The flow of a sample with another config of the node. */
export function withConfig({ graph }: NodeSample, config: JsonObject): GraphDocument {
  const nodes = graph.nodes.map((node) =>
    node.id === SAMPLED ? { ...node, data: { ...node.data, config } } : node,
  );
  return { ...graph, nodes };
}
