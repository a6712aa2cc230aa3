import { setImmediate as otherWork } from 'node:timers/promises';
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
import type { GraphInspection, SoundNode } from './inspect-graph.ts';
import { nodeInputs } from './node-inputs.ts';
import { errorOf, warningOf, type GraphProblem } from './problem.ts';
import { edgesByHandle } from './validate-wiring.ts';

/** A column of the node that an edge comes from. */
export interface NodeColumn {
  readonly nodeId: string;
  readonly column: string;
}

export interface AnalysedColumn extends ColumnSchema {
  /** `read`: from a dataset. */
  readonly origin: ColumnOrigin | 'read';
  readonly from: readonly NodeColumn[];
}

export interface AnalysedNode {
  readonly node: GraphNode;
  /** Null: not known, since something is wrong with the node or before it. */
  readonly columns: readonly AnalysedColumn[] | null;
  /** The columns that decide which rows come out, and in which order. */
  readonly rowsBy: readonly NodeColumn[];
}

export interface ColumnAnalysis {
  /** In the order of the inspection. */
  readonly nodes: readonly AnalysedNode[];
  readonly problems: readonly GraphProblem[];
}

/** So many columns and sources of columns are followed, of all nodes together. */
const MAX_ENTRIES = 200_000;
/** After so long, requests that came meanwhile have their turn. */
const TURN_MS = 20;

/**
 * Follows the columns of a flow from its datasets through its nodes. A node with something wrong, and
 * what comes after it, has no columns; only its own problem is told.
 * @param sources the columns that the input nodes read, by id
 */
export async function analyseColumns(
  inspection: GraphInspection,
  sources: ReadonlyMap<string, readonly ColumnSchema[]>,
): Promise<ColumnAnalysis> {
  const analysis = new Analysis(inspection, sources);
  let turnBegan = performance.now();
  for (const node of inspection.order) {
    analysis.see(node);
    if (performance.now() - turnBegan < TURN_MS) continue;
    await otherWork();
    turnBegan = performance.now();
  }
  return analysis;
}

class Analysis implements ColumnAnalysis {
  readonly nodes: AnalysedNode[] = [];
  readonly problems: GraphProblem[] = [];
  readonly #inspection: GraphInspection;
  readonly #sources: ReadonlyMap<string, readonly ColumnSchema[]>;
  readonly #columns = new Map<string, readonly AnalysedColumn[]>();
  #entriesLeft = MAX_ENTRIES;

  constructor(inspection: GraphInspection, sources: ReadonlyMap<string, readonly ColumnSchema[]>) {
    this.#inspection = inspection;
    this.#sources = sources;
  }

  /** Every node after those it is made from. */
  see(node: GraphNode): void {
    const found = this.#analyse(node);
    this.nodes.push(found ?? { node, columns: null, rowsBy: [] });
    if (found?.columns) this.#columns.set(node.id, found.columns);
  }

  #analyse(node: GraphNode): AnalysedNode | null {
    const sound = this.#inspection.sound.get(node.id);
    const edges = this.#inspection.index.incoming(node.id);
    if (sound === undefined || edges.some(({ source }) => !this.#columns.has(source))) return null;
    if (this.#entriesLeft <= 0) {
      const message = `The flow has more than ${MAX_ENTRIES} columns in all: those from here on are not checked.`;
      this.problems.push(warningOf(message, { nodeId: node.id }));
      return null;
    }
    try {
      const found = this.#columnsOf(sound);
      for (const { from } of found?.columns ?? []) this.#entriesLeft -= 1 + from.length;
      return found;
    } catch (error) {
      this.problems.push(...problemsOf(error, node.id));
      return null;
    }
  }

  #columnsOf(sound: SoundNode): AnalysedNode | null {
    const { node, definition, config } = sound;
    if (definition.kind === 'input') {
      const columns = this.#sources.get(node.id);
      if (columns === undefined) return null;
      const read = columns.map((column) => ({ ...column, origin: 'read' as const, from: [] }));
      return { node, columns: read, rowsBy: [] };
    }
    const inputs = this.#inputsOf(node);
    if (definition.kind === 'output') return this.#traced(node, inputs.one(), {});
    const { parameters, localTime } = this.#inspection;
    const context = { parameters, localTime };
    const columns = definition.columns(inputs, config, context);
    return this.#traced(node, columns, definition.lineage?.(inputs, config, context) ?? {});
  }

  #inputsOf(node: GraphNode): NodeInputs<readonly ColumnSchema[]> {
    return nodeInputs(node, this.#inspection.index, (id) => this.#columns.get(id) ?? []);
  }

  /** The columns with where they come from, the handles replaced by the nodes behind them. */
  #traced(
    node: GraphNode,
    columns: readonly ColumnSchema[],
    lineage: {
      readonly columns?: ReadonlyMap<string, ColumnSource>;
      readonly rows?: readonly InputColumn[];
    },
  ): AnalysedNode {
    const edges = edgesByHandle(node, this.#inspection.index);
    const trace = (from: readonly InputColumn[]): NodeColumn[] =>
      from.flatMap(({ handle, input, name }) => {
        const edge = edges.get(handle)?.[input];
        return edge === undefined ? [] : [{ nodeId: edge.source, column: name }];
      });
    return {
      node,
      columns: columns.map(({ name, type }) => {
        const { origin, from } = lineage.columns?.get(name) ?? passed(name);
        return { name, type, origin, from: trace(from) };
      }),
      rowsBy: trace(lineage.rows ?? []),
    };
  }
}

function passed(name: string): ColumnSource {
  return { origin: 'passed', from: [inputColumn(name)] };
}

function problemsOf(error: unknown, nodeId: string): GraphProblem[] {
  if (error instanceof ConfigError) {
    return error.issues.map(({ field, message }) => errorOf(message, { nodeId, field }));
  }
  if (error instanceof UserError) return [errorOf(error.message, { nodeId })];
  throw error;
}
