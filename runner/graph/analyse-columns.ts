import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { columnWarnings, textWarnings } from '../charts/chart-warnings.ts';
import type { ColumnSchema } from '../domain/column.ts';
import { ConfigError, UserError } from '../domain/errors.ts';
import type { GraphEdge, GraphNode } from '../domain/graph.ts';
import { readsDataset } from '../nodes/definition.ts';
import { lineageOf, type ColumnOrigin, type InputColumn } from '../plan/lineage.ts';
import { isDiscovered, knownRelation, type Relation } from '../plan/relation.ts';
import { reportingOperators } from '../plan/traits.ts';
import { expressionMistakes } from './expression-mistakes.ts';
import type { GraphInspection, ValidNode } from './inspect-graph.ts';
import { lowerNode, type NodeRelations } from './lower-node.ts';
import { nodeInputs } from './node-inputs.ts';
import { graphError, graphWarning, type GraphProblem } from './problem.ts';
import { relationWarnings } from './relation-warnings.ts';
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
  /** Null: unknown, since the node or one of its ancestors is invalid or known only when it runs. */
  readonly columns: readonly AnalysedColumn[] | null;
  /** The plan of its first output; null with `columns`. */
  readonly relation: Relation | null;
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
  readonly #relations = new Map<string, NodeRelations>();
  #remainingEntries = MAX_ENTRIES;

  constructor(inspection: GraphInspection, sources: ReadonlyMap<string, readonly ColumnSchema[]>) {
    this.#inspection = inspection;
    this.#sources = sources;
  }

  /** Analyses a node. Sources must be added before. */
  add(node: GraphNode): void {
    const analysed = this.#analyse(node);
    if (analysed === null) this.#checkExpressions(node);
    this.nodes.push(analysed ?? { node, columns: null, relation: null, rowsBy: [] });
  }

  /** Without columns some mistakes in expressions are found nevertheless. */
  #checkExpressions(node: GraphNode): void {
    const valid = this.#inspection.validNodes.get(node.id);
    if (valid === undefined) return;
    const reported = this.problems;
    const values = this.#inspection;
    this.problems.push(...expressionMistakes(node, valid.definition, { values, reported }));
  }

  #analyse(node: GraphNode): AnalysedNode | null {
    const valid = this.#inspection.validNodes.get(node.id);
    const edges = this.#inspection.index.incoming(node.id);
    if (valid === undefined || edges.some(({ source }) => !this.#relations.has(source)))
      return null;
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
    const dataset = this.#sources.get(node.id);
    if (readsDataset(definition) && dataset === undefined) return null;
    const { parameters, localTime, maxNewColumns, index } = this.#inspection;
    const sources = nodeInputs(node, index, (edge) => this.#relationOf(edge));
    const source = { op: 'source' as const, name: node.id, columns: dataset ?? [] };
    const relations = lowerNode(
      { definition, config },
      readsDataset(definition) ? { one: () => source, many: () => [source] } : sources,
      { parameters, localTime, maxNewColumns },
    );
    for (const { message, ...about } of relationWarnings(relations.of())) {
      this.problems.push(graphWarning(message, { nodeId: node.id, ...about }));
    }
    if (relations.entries().some(([, output]) => isDiscovered(output))) {
      const message = 'The columns of this node are known when it runs.';
      this.problems.push(graphWarning(message, { nodeId: node.id }));
      return null;
    }
    this.#relations.set(node.id, relations);
    const relation = knownRelation(relations.of());
    this.problems.push(...chartProblems(relation, node.id));
    return this.#trace(node, relation);
  }

  #relationOf({ source, sourceHandle }: GraphEdge): Relation {
    const relations = this.#relations.get(source);
    if (relations === undefined) throw new Error(`Node ${source} is not lowered`);
    return knownRelation(relations.of(sourceHandle));
  }

  /** Resolves the handles of a relation's lineage to the nodes that are connected to them. */
  #trace(node: GraphNode, relation: Relation): AnalysedNode {
    const edges = edgesByHandle(node, this.#inspection.index);
    const resolve = (from: readonly InputColumn[]): NodeColumn[] =>
      from.flatMap(({ handle, input, name }) => {
        const edge = edges.get(handle)?.[input];
        return edge === undefined ? [] : [{ nodeId: edge.source, column: name }];
      });
    const lineage = lineageOf(relation);
    return {
      node,
      relation,
      columns: relation.columns.map(({ name, type }) => {
        const source = lineage.columns.get(name);
        if (source === undefined) return { name, type, origin: 'read', from: [] };
        return { name, type, origin: source.origin, from: resolve(source.from) };
      }),
      rowsBy: resolve(lineage.rows),
    };
  }
}

/** Warnings about columns that a chart of the node cannot show. */
function chartProblems(relation: Relation, nodeId: string): readonly GraphProblem[] {
  return reportingOperators(relation).flatMap((operator) =>
    operator.op === 'artifact'
      ? [columnWarnings, textWarnings]
          .flatMap((warningsOf) => warningsOf(operator.chart, operator.input.columns))
          .map(({ field, message }) => graphWarning(message, { nodeId, field }))
      : [],
  );
}

function problemsOf(error: unknown, nodeId: string): GraphProblem[] {
  if (error instanceof ConfigError) {
    return error.issues.map(({ field, message }) => graphError(message, { nodeId, field }));
  }
  if (error instanceof UserError) return [graphError(error.message, { nodeId })];
  throw error;
}
