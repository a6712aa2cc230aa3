import type { ColumnSchema } from '../domain/column.ts';
import type { GraphEdge } from '../domain/graph.ts';
import { readsDataset, type NodeInputs } from '../nodes/definition.ts';
import { isDiscovered, type Relation, type Source } from '../plan/relation.ts';
import { Table } from '../plan/table.ts';
import type { GraphIndex } from './graph-index.ts';
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
    const relations = readsDataset(step.definition)
      ? relationsOfInput(sources.get(step.node.id))
      : relationsOf(step, () => knownInputs(step, index, lowered), context);
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

/** Null when the schema of an input is not known. */
function knownInputs(
  { node }: PlannedNode,
  index: GraphIndex,
  lowered: ReadonlyMap<string, NodeRelations>,
): NodeInputs<Relation> | null {
  const relations = new Map<GraphEdge, Relation>();
  for (const edge of index.incoming(node.id)) {
    const output = lowered.get(edge.source)?.of(edge.sourceHandle);
    if (output === undefined || isDiscovered(output)) return null;
    relations.set(edge, output);
  }
  return nodeInputs(node, index, (edge) => {
    const relation = relations.get(edge);
    if (relation === undefined) throw new Error(`An edge of node ${node.id} has no relation`);
    return relation;
  });
}
