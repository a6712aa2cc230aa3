import { readGraph } from '../../runner/graph/read-graph.ts';
import { validateForRun } from '../../runner/graph/validate-graph.ts';
import type { InputBinding } from '../../runner/domain/run-spec.ts';
import { nodeInputs } from '../../runner/graph/node-inputs.ts';
import { nodeOfType } from '../../runner/nodes/index.ts';
import type { ColumnSchema } from '../../runner/domain/column.ts';
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

/**
 * Everything that a run does between its spec and its first row: validation of the graph and the schema of
 * every node. Whatever else becomes part of planning belongs here.
 */
function buildPlan(graph: object, inputs: readonly InputBinding[]): void {
  const plan = validateForRun(readGraph(graph), { lookup: nodeOfType, parameters: {} });
  const schemas = new Map<string, readonly ColumnSchema[]>();
  for (const { node, definition, config } of plan.steps) {
    const incoming = nodeInputs(node, plan.index, (id) => schemas.get(id) ?? []);
    switch (definition.kind) {
      case 'input':
        schemas.set(node.id, columnsOf(node.id, inputs));
        break;
      case 'transform': {
        const context = { parameters: {}, localTime: '2026-01-01T00:00:00' };
        schemas.set(node.id, definition.columns(incoming, config, context));
        break;
      }
      case 'output':
        schemas.set(node.id, incoming.one());
    }
  }
}

function columnsOf(nodeId: string, inputs: readonly InputBinding[]): readonly ColumnSchema[] {
  const input = inputs.find((each) => each.nodeId === nodeId);
  if (input === undefined) throw new UserError(`Node ${nodeId} has no dataset`);
  return input.columns;
}
