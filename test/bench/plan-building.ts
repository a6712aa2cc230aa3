import { readGraph } from '../../runner/graph/read-graph.ts';
import { validateForRun } from '../../runner/graph/validate-graph.ts';
import type { InputBinding } from '../../runner/domain/run-spec.ts';
import { lowerNode, type NodeRelations } from '../../runner/graph/lower-node.ts';
import { nodeInputs } from '../../runner/graph/node-inputs.ts';
import type { NodeInputs } from '../../runner/nodes/definition.ts';
import { nodeOfType } from '../../runner/nodes/index.ts';
import { knownRelation, type Relation, type Source } from '../../runner/plan/relation.ts';
import { UserError } from '../../runner/domain/errors.ts';
import { median } from './statistics.ts';

const WARM_UP = 200;
const ROUNDS = 200;

/** Measures how long it takes to build the plan of a flow, in milliseconds: the median of many builds. */
export function timePlanBuilding(graph: object, inputs: readonly InputBinding[]): number {
  const times: number[] = [];
  for (let round = 0; round < WARM_UP + ROUNDS; round++) {
    const started = performance.now();
    buildPlan(graph, inputs);
    if (round >= WARM_UP) times.push(performance.now() - started);
  }
  return median(times);
}

/** Everything that a run does between its spec and its first row: validation and lowering. */
function buildPlan(graph: object, inputs: readonly InputBinding[]): void {
  const plan = validateForRun(readGraph(graph), { lookup: nodeOfType, parameters: {} });
  const relations = new Map<string, NodeRelations>();
  for (const step of plan.steps) {
    const { node } = step;
    const sources =
      step.definition.kind === 'input'
        ? datasetOf(node.id, inputs)
        : nodeInputs(node, plan.index, ({ source, sourceHandle }) =>
            knownRelation(relationOf(relations, source).of(sourceHandle)),
          );
    const context = { parameters: {}, localTime: '2026-01-01T00:00:00' };
    relations.set(node.id, lowerNode(step, sources, context));
  }
}

function relationOf(relations: ReadonlyMap<string, NodeRelations>, nodeId: string): NodeRelations {
  const found = relations.get(nodeId);
  if (found === undefined) throw new UserError(`Node ${nodeId} is not lowered`);
  return found;
}

function datasetOf(nodeId: string, inputs: readonly InputBinding[]): NodeInputs<Relation> {
  const input = inputs.find((each) => each.nodeId === nodeId);
  if (input === undefined) throw new UserError(`Node ${nodeId} has no dataset`);
  const source: Source = { op: 'source', name: nodeId, columns: input.columns };
  return { one: () => source, many: () => [source] };
}
