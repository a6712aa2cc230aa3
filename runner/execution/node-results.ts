import { NodeError } from '../domain/errors.ts';
import { nodeLabel } from '../domain/graph.ts';
import type { NodeProgress } from '../domain/run-progress.ts';
import type { NodeResult } from '../domain/run-result.ts';
import { withUndeclared } from '../graph/config-warnings.ts';
import { descendants } from '../graph/graph-index.ts';
import type { ExecutionPlan, PlannedNode } from '../graph/validate-graph.ts';
import { UpstreamFailure } from './engines/engine-adapter.ts';
import { failureReason } from './failure-reason.ts';

/** What has become of each node so far. */
export class NodeResults {
  readonly #plan: ExecutionPlan;
  readonly #results = new Map<string, NodeResult>();
  #failure: NodeError | null = null;

  constructor(plan: ExecutionPlan) {
    this.#plan = plan;
  }

  /** The first failure; null while there is none. */
  get failure(): NodeError | null {
    return this.#failure;
  }

  /** Whether the node can be executed: everything it is made from succeeded. */
  isReady({ node }: PlannedNode): boolean {
    return this.#plan.index
      .incoming(node.id)
      .every((edge) => this.#results.get(edge.source)?.status === 'success');
  }

  /** What an output node shows is what its source showed; null for other nodes. */
  passedOn({ node, definition }: PlannedNode): NodeResult | null {
    const source = this.#plan.index.incoming(node.id)[0]?.source;
    if (definition.kind !== 'output' || source === undefined) return null;
    return this.#results.get(source) ?? null;
  }

  succeed(
    step: PlannedNode,
    outcome: Pick<NodeResult, 'rows' | 'columns' | 'column_types' | 'sample' | 'duration_ms'>,
  ): void {
    this.#record(step, { status: 'success', ...outcome });
  }

  skip(step: PlannedNode): void {
    this.#record(step, { status: 'skipped' });
  }

  /**
   * Records a failure at the node at fault, which an UpstreamFailure names and which may be an
   * earlier one than was executed. What was made from it meanwhile is void.
   */
  fail(error: unknown, executed: PlannedNode, duration: number): void {
    const culpritId = error instanceof UpstreamFailure ? error.nodeId : executed.node.id;
    const culprit = this.#plan.steps.find((step) => step.node.id === culpritId) ?? executed;
    const reason = withUndeclared(failureReason(error), culprit.node, this.#plan.parameters);
    this.#record(culprit, {
      status: 'failed',
      error: reason,
      duration_ms: this.#results.get(culpritId)?.duration_ms ?? duration,
    });
    this.#failure ??= new NodeError({ id: culpritId, label: nodeLabel(culprit.node) }, reason);
    const lost = descendants(this.#plan.index, culpritId);
    for (const step of this.#plan.steps) if (lost.has(step.node.id)) this.skip(step);
  }

  /** What has become of a node that was executed, or that nothing could be made of. */
  progressOf({ node }: PlannedNode): NodeProgress {
    const { status, rows, duration_ms: durationMs } = this.#resultOf(node.id);
    return { nodeId: node.id, status, rows, durationMs };
  }

  /** In topological order. */
  list(): readonly NodeResult[] {
    return this.#plan.steps.flatMap((step) => this.#results.get(step.node.id) ?? []);
  }

  #resultOf(nodeId: string): NodeResult {
    const result = this.#results.get(nodeId);
    if (result === undefined) throw new Error(`Nothing is known of node ${nodeId}`);
    return result;
  }

  #record({ node }: PlannedNode, outcome: Pick<NodeResult, 'status'> & Partial<NodeResult>): void {
    this.#results.set(node.id, {
      node_id: node.id,
      type: node.type,
      label: nodeLabel(node),
      rows: null,
      columns: [],
      sample: [],
      error: null,
      duration_ms: null,
      ...outcome,
    });
  }
}
