import { segmentsOf, type Segment, type SegmentNode } from '../plan/segments.ts';
import type { LoweredPlan } from './lowered-plan.ts';
import type { ExecutionPlan } from './validate-graph.ts';

/** The plans that an engine with lazy plans evaluates for large data, in order. Shared nodes are in them once. */
export function flowSegments(plan: ExecutionPlan, lowered: LoweredPlan): readonly Segment[] {
  const nodes = plan.steps
    .filter(({ node }) => lowered.ownerOf(node.id) === node.id)
    .map(({ node, definition }): SegmentNode => {
      const relations = lowered.relationsOf(node.id)?.entries() ?? [];
      return {
        id: node.id,
        outputs: relations.map(([, output]) => output),
        isInput: definition.kind === 'input',
        sources: plan.index.incoming(node.id).map(({ source }) => lowered.ownerOf(source)),
        ...lowered.readersOf(node.id),
      };
    });
  return segmentsOf(nodes);
}
