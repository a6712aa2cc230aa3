import type { ColumnSchema } from '../domain/column.ts';
import { UserError } from '../domain/errors.ts';
import type { GraphEdge } from '../domain/graph.ts';
import { readsDataset, type NodeInputs } from '../nodes/definition.ts';
import { isDiscovered, type NodeOutput, type Relation, type Source } from '../plan/relation.ts';
import { Table } from '../plan/table.ts';
import { descendants, type GraphIndex } from './graph-index.ts';
import { lowerNode, NodeRelations, type LoweringContext } from './lower-node.ts';
import { nodeInputs } from './node-inputs.ts';
import type { ExecutionPlan, PlannedNode } from './validate-graph.ts';

/** The data of an input node. */
export interface DataSource {
  /** Identifies the data: inputs with equal keys read the same rows. */
  readonly dataKey: string;
  readonly columns: readonly ColumnSchema[];
}

/** The relation of an input node. */
export function sourceRelation({ dataKey, columns }: DataSource): Source {
  return { op: 'source', name: dataKey, columns };
}

/**
 * Lowers the nodes of a flow whose inputs have known schemas, in the order of the plan. A node that cannot
 * be lowered is missing, with its descendants: its evaluation reports why.
 * @param sources the data of the input nodes, by node id
 */
export function lowerFlow(
  { steps, index }: ExecutionPlan,
  sources: ReadonlyMap<string, DataSource>,
  context: LoweringContext,
): ReadonlyMap<string, NodeRelations> {
  const lowered = new Map<string, NodeRelations>();
  for (const step of steps) {
    const outputAt = (edge: GraphEdge) => lowered.get(edge.source)?.of(edge.sourceHandle);
    const relations = readsDataset(step.definition)
      ? relationsOfInput(sources.get(step.node.id))
      : relationsOf(step, () => knownInputs(step, index, outputAt), context);
    if (relations !== null) lowered.set(step.node.id, relations);
  }
  return lowered;
}

function relationsOfInput(source: DataSource | undefined): NodeRelations | null {
  return source === undefined
    ? null
    : new NodeRelations({ out: new Table(sourceRelation(source)) });
}

function relationsOf(
  step: PlannedNode,
  inputsOf: () => NodeInputs<Relation> | null,
  context: LoweringContext,
): NodeRelations | null {
  try {
    const inputs = inputsOf();
    return inputs === null ? null : lowerNode(step, inputs, context);
  } catch {
    return null;
  }
}

/**
 * Finds the nodes that do not fit below a node whose columns its evaluation has shown.
 * @param below the node
 * @param evaluatedAt the output that an edge reads; undefined while its columns are not known
 * @returns the reason of each node that cannot be lowered, but for their descendants
 */
export function mistakesBelow(
  below: string,
  { steps, index }: ExecutionPlan,
  evaluatedAt: (edge: GraphEdge) => NodeOutput | undefined,
  context: LoweringContext,
): ReadonlyMap<PlannedNode, UserError> {
  const mistakes = new Map<PlannedNode, UserError>();
  const lowered = new Map<string, NodeRelations>();
  const reached = descendants(index, below);
  for (const step of steps.filter(({ node }) => reached.has(node.id))) {
    try {
      const inputs = knownInputs(step, index, (edge) =>
        reached.has(edge.source)
          ? lowered.get(edge.source)?.of(edge.sourceHandle)
          : evaluatedAt(edge),
      );
      if (inputs !== null) lowered.set(step.node.id, lowerNode(step, inputs, context));
    } catch (error) {
      // The evaluation of the node reports any other.
      if (error instanceof UserError) mistakes.set(step, error);
    }
  }
  return mistakes;
}

/** Null when the schema of an input is not known. */
function knownInputs(
  { node }: PlannedNode,
  index: GraphIndex,
  outputAt: (edge: GraphEdge) => NodeOutput | undefined,
): NodeInputs<Relation> | null {
  const relations = new Map<GraphEdge, Relation>();
  for (const edge of index.incoming(node.id)) {
    const output = outputAt(edge);
    if (output === undefined || isDiscovered(output)) return null;
    relations.set(edge, output);
  }
  return nodeInputs(node, index, (edge) => {
    const relation = relations.get(edge);
    if (relation === undefined) throw new Error(`An edge of node ${node.id} has no relation`);
    return relation;
  });
}
