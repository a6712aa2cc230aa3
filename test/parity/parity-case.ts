import type { ColumnSchema } from '../../runner/domain/column.ts';
import type { FlowParameter, GraphDocument } from '../../runner/domain/graph.ts';
import type { ParseOptions } from '../../runner/domain/parse-options.ts';
import type { FileFormat } from '../../runner/domain/file-format.ts';
import type { JsonObject, JsonValue } from '../../runner/domain/json.ts';
import type { AnyNode, ExampleTable, NodeExample } from '../../runner/nodes/definition.ts';

/** A flow that must give the same rows on both engines and in all exported scripts. */
export interface ParityCase {
  readonly name: string;
  readonly graph: GraphDocument;
  readonly inputs: readonly CaseInput[];
  /** Defaults of parameters at the export: a user then sets those of the graph in the scripts. */
  readonly plannedDefaults?: Readonly<Record<string, JsonValue>>;
  /** Expected output by node id. Default: the result of the polars engine. */
  readonly expected?: Readonly<Record<string, ExampleTable>>;
  /** The expected error message, instead of an output. */
  readonly error?: RegExp;
  /** A flow that contains this one, which the pandas script of the export must give too. */
  readonly forked?: ForkedFlow;
  /** False for a flow that is not also executed with an output for each node. */
  readonly isCut?: boolean;
}

/** A flow with outputs of what its nodes read. */
export interface ForkedFlow {
  readonly graph: GraphDocument;
  /** Expected output by node id. */
  readonly expected: Readonly<Record<string, ExampleTable>>;
}

/** The dataset of an input node: typed rows, or the bytes of an uploaded file. */
export type CaseInput =
  | { readonly nodeId: string; readonly name: string; readonly table: ExampleTable }
  | {
      readonly nodeId: string;
      readonly name: string;
      readonly format: FileFormat;
      readonly options?: ParseOptions;
      readonly bytes: Uint8Array;
    };

/**
 * Converts an example of a node to a chain, in which a script may reuse a variable. Its fork also writes the
 * inputs, and so detects a change of them.
 */
export function exampleCase(node: AnyNode, example: NodeExample): ParityCase {
  const inputs = tablesOf(example).map(({ handle, table }, index) => ({
    handle,
    nodeId: `in${index}`,
    name: `table ${index}.parquet`,
    table,
  }));
  const graph: GraphDocument = {
    nodes: [
      ...inputs.map(({ nodeId }) => fileInputNode(nodeId, 'parquet')),
      { id: 'node', type: node.id, data: { config: example.config } },
      fileOutputNode('out', 'parquet'),
    ],
    edges: [
      ...inputs.map(({ nodeId, handle }) => ({
        source: nodeId,
        target: 'node',
        targetHandle: handle,
      })),
      { source: 'node', target: 'out', ...sourceHandleOf(node, example.output) },
    ],
  };
  const base = { name: `${node.id}: ${example.title}`, inputs };
  const { expected } = example;
  if (!('rows' in expected)) return { ...base, graph, error: expected.error };
  const copies = inputs.map(({ nodeId, table }) => ({ nodeId, table, id: `${nodeId}-copy` }));
  const forked: ForkedFlow = {
    graph: {
      nodes: [...graph.nodes, ...copies.map(({ id }) => fileOutputNode(id, 'parquet'))],
      edges: [...graph.edges, ...copies.map(({ nodeId, id }) => ({ source: nodeId, target: id }))],
    },
    expected: {
      out: expected,
      ...Object.fromEntries(copies.map(({ id, table }) => [id, table])),
    },
  };
  return { ...base, graph, expected: { out: expected }, forked };
}

/** The fork of a case as a case of its own, on both engines and in every script; none for an error. */
export function forkedCases({ name, inputs, forked }: ParityCase): readonly ParityCase[] {
  return forked === undefined ? [] : [{ name: `${name} (forked)`, inputs, ...forked }];
}

/** The handle of an edge from an output of a node. A node with one output needs none. */
export function sourceHandleOf(
  { outputs: [first, ...others] }: AnyNode,
  output?: string,
): { readonly sourceHandle?: string } {
  const handle = output ?? first?.id;
  return others.length === 0 || handle === undefined ? {} : { sourceHandle: handle };
}

function tablesOf(
  example: NodeExample,
): readonly { readonly handle: string; readonly table: ExampleTable }[] {
  return Object.entries(example.inputs).flatMap(([handle, tables]) =>
    'rows' in tables ? [{ handle, table: tables }] : tables.map((table) => ({ handle, table })),
  );
}

export function fileInputNode(id: string, format: FileFormat): GraphDocument['nodes'][number] {
  return { id, type: 'fileInput', data: { config: { dataset_id: id, format } } };
}

export function fileOutputNode(id: string, format: FileFormat): GraphDocument['nodes'][number] {
  return {
    id,
    type: 'fileOutput',
    data: { label: `Write ${id}`, config: { format, dataset_name: id } },
  };
}

/** Returns a chain from one input to one Parquet output `out`. */
export function chain(
  format: FileFormat,
  steps: readonly { readonly type: string; readonly config: JsonObject; readonly label?: string }[],
  parameters: readonly FlowParameter[] = [],
): GraphDocument {
  const middle = steps.map(({ type, config, label = type }, index) => ({
    id: `step${index + 1}`,
    type,
    data: { label, config },
  }));
  const nodes = [fileInputNode('in', format), ...middle, fileOutputNode('out', 'parquet')];
  const edges = nodes.slice(1).map((node, index) => ({
    source: nodes[index]!.id,
    target: node.id,
  }));
  return { nodes, edges, parameters };
}

export function table(columns: string, rows: ExampleTable['rows']): ExampleTable {
  return { columns: schema(columns), rows };
}

/** Parses a schema such as `'id integer, note string'`. */
function schema(text: string): readonly ColumnSchema[] {
  return text.split(', ').map((column) => {
    const [name = '', type = ''] = column.split(' ');
    return { name, type: type as ColumnSchema['type'] };
  });
}
