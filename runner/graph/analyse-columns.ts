import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { ColumnSchema } from '../domain/column.ts';
import { ConfigError, UserError } from '../domain/errors.ts';
import type { GraphNode } from '../domain/graph.ts';
import type { NodeInputs } from '../nodes/definition.ts';
import {
  inputColumn,
  type ColumnOrigin,
  type ColumnSource,
  type InputColumn,
} from '../nodes/lineage.ts';
import type { GraphInspection, ValidNode } from './inspect-graph.ts';
import { nodeInputs } from './node-inputs.ts';
import { graphError, graphWarning, type GraphProblem } from './problem.ts';
import { edgesByHandle } from './validate-wiring.ts';

/** A column of the source node of an edge. */
export interface NodeColumn {
  readonly nodeId: string;
  readonly column: string;
}

/** An output column of a node with its lineage. */
export interface AnalysedColumn extends ColumnSchema {
  /** `read`: the column comes from a dataset. */
  readonly origin: ColumnOrigin | 'read';
  readonly from: readonly NodeColumn[];
}

/** The output schema and the lineage of a node. */
export interface AnalysedNode {
  readonly node: GraphNode;
  /** Null: unknown, since the node or one of its ancestors is invalid. */
  readonly columns: readonly AnalysedColumn[] | null;
  /** The columns that determine which rows the node returns, and in which order. */
  readonly rowsBy: readonly NodeColumn[];
}

/** The result of analyseColumns. */
export interface ColumnAnalysis {
  /** In the order of the inspection. */
  readonly nodes: readonly AnalysedNode[];
  readonly problems: readonly GraphProblem[];
}

/** The maximum number of columns and column sources, over all nodes. */
const MAX_ENTRIES = 200_000;
/** The analysis yields to other requests after this time. */
const YIELD_AFTER_MS = 20;

/**
 * Computes the output schemas of a flow's nodes from the schemas of its datasets. An invalid node and its
 * descendants have no columns; only the problem of the invalid node is reported.
 * @param sources the schemas of the input nodes, by node id
 */
export async function analyseColumns(
  inspection: GraphInspection,
  sources: ReadonlyMap<string, readonly ColumnSchema[]>,
): Promise<ColumnAnalysis> {
  const analysis = new Analysis(inspection, sources);
  let resumedAt = performance.now();
  for (const node of inspection.order) {
    analysis.add(node);
    if (performance.now() - resumedAt < YIELD_AFTER_MS) continue;
    await yieldToEventLoop();
    resumedAt = performance.now();
  }
  return analysis;
}

class Analysis implements ColumnAnalysis {
  readonly nodes: AnalysedNode[] = [];
  readonly problems: GraphProblem[] = [];
  readonly #inspection: GraphInspection;
  readonly #sources: ReadonlyMap<string, readonly ColumnSchema[]>;
  readonly #columns = new Map<string, readonly AnalysedColumn[]>();
  #remainingEntries = MAX_ENTRIES;

  constructor(inspection: GraphInspection, sources: ReadonlyMap<string, readonly ColumnSchema[]>) {
    this.#inspection = inspection;
    this.#sources = sources;
  }

  /** Analyses a node. Sources must be added before. */
  add(node: GraphNode): void {
    const analysed = this.#analyse(node);
    this.nodes.push(analysed ?? { node, columns: null, rowsBy: [] });
    if (analysed?.columns) this.#columns.set(node.id, analysed.columns);
  }

  #analyse(node: GraphNode): AnalysedNode | null {
    const valid = this.#inspection.validNodes.get(node.id);
    const edges = this.#inspection.index.incoming(node.id);
    if (valid === undefined || edges.some(({ source }) => !this.#columns.has(source))) return null;
    if (this.#remainingEntries <= 0) {
      const message = `The flow has more than ${MAX_ENTRIES} columns in all: those from here on are not checked.`;
      this.problems.push(graphWarning(message, { nodeId: node.id }));
      return null;
    }
    try {
      const analysed = this.#analyseValid(valid);
      for (const { from } of analysed?.columns ?? []) this.#remainingEntries -= 1 + from.length;
      return analysed;
    } catch (error) {
      this.problems.push(...problemsOf(error, node.id));
      return null;
    }
  }

  #analyseValid({ node, definition, config }: ValidNode): AnalysedNode | null {
    if (definition.kind === 'input') {
      const columns = this.#sources.get(node.id);
      if (columns === undefined) return null;
      const read = columns.map((column) => ({ ...column, origin: 'read' as const, from: [] }));
      return { node, columns: read, rowsBy: [] };
    }
    const inputs = this.#inputsOf(node);
    if (definition.kind === 'output') return this.#trace(node, inputs.one(), {});
    const { parameters, localTime } = this.#inspection;
    const context = { parameters, localTime };
    const columns = definition.columns(inputs, config, context);
    return this.#trace(node, columns, definition.lineage?.(inputs, config, context) ?? {});
  }

  #inputsOf(node: GraphNode): NodeInputs<readonly ColumnSchema[]> {
    return nodeInputs(node, this.#inspection.index, (id) => this.#columns.get(id) ?? []);
  }

  /** Resolves the handles of a node's lineage to the nodes that are connected to them. */
  #trace(
    node: GraphNode,
    columns: readonly ColumnSchema[],
    lineage: {
      readonly columns?: ReadonlyMap<string, ColumnSource>;
      readonly rows?: readonly InputColumn[];
    },
  ): AnalysedNode {
    const edges = edgesByHandle(node, this.#inspection.index);
    const resolve = (from: readonly InputColumn[]): NodeColumn[] =>
      from.flatMap(({ handle, input, name }) => {
        const edge = edges.get(handle)?.[input];
        return edge === undefined ? [] : [{ nodeId: edge.source, column: name }];
      });
    return {
      node,
      columns: columns.map(({ name, type }) => {
        const { origin, from } = lineage.columns?.get(name) ?? passedColumn(name);
        return { name, type, origin, from: resolve(from) };
      }),
      rowsBy: resolve(lineage.rows ?? []),
    };
  }
}

function passedColumn(name: string): ColumnSource {
  return { origin: 'passed', from: [inputColumn(name)] };
}

function problemsOf(error: unknown, nodeId: string): GraphProblem[] {
  if (error instanceof ConfigError) {
    return error.issues.map(({ field, message }) => graphError(message, { nodeId, field }));
  }
  if (error instanceof UserError) return [graphError(error.message, { nodeId })];
  throw error;
}
