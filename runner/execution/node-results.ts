import { NodeError } from '../domain/errors.ts';
import type { FileFormat } from '../domain/file-format.ts';
import type { LostValues } from '../domain/file-warning.ts';
import { nodeLabel } from '../domain/graph.ts';
import type { NodeProgress } from '../domain/run-progress.ts';
import type { NodeResult } from '../domain/run-result.ts';
import { withLikelyCauses } from '../graph/config-warnings.ts';
import { lossWarnings } from '../formats/writers/loss-warnings.ts';
import { descendants } from '../graph/graph-index.ts';
import type { ExecutionPlan, PlannedNode } from '../graph/validate-graph.ts';
import { CheckFailure } from './check-failure.ts';
import { UpstreamFailure } from '../engine-adapters/engine-adapter.ts';
import { failureReason } from './failure-reason.ts';
import { FusedNodes } from './fused-nodes.ts';
import { assertionFields } from './node-report.ts';

/** Collects the results of the nodes of a run. */
export class NodeResults {
  /** The nodes that were evaluated together. */
  readonly fused = new FusedNodes();
  readonly #plan: ExecutionPlan;
  readonly #ownerOf: (nodeId: string) => string;
  readonly #results = new Map<string, NodeResult>();
  #failure: NodeError | null = null;

  /** @param ownerOf the node whose frame a node has */
  constructor(plan: ExecutionPlan, ownerOf: (nodeId: string) => string) {
    this.#plan = plan;
    this.#ownerOf = ownerOf;
  }

  /** The first failure, or null. */
  get failure(): NodeError | null {
    return this.#failure;
  }

  /** Whether the node can be executed: all its sources succeeded. */
  isReady({ node }: PlannedNode): boolean {
    return this.#plan.index
      .incoming(node.id)
      .every((edge) => this.#results.get(edge.source)?.status === 'success');
  }

  /** The earlier result with the frame of a node: of an output's source, or of the owner; else null. */
  sameFrame(step: PlannedNode): NodeResult | null {
    const same =
      step.definition.kind === 'output' ? this.#mainSource(step) : this.#ownerOf(step.node.id);
    const result = same === null ? undefined : this.#results.get(same);
    return result?.status === 'success' ? result : null;
  }

  /** The source of an output; null when the output reads another than the first of its outputs. */
  #mainSource({ node }: PlannedNode): string | null {
    const [edge] = this.#plan.index.incoming(node.id);
    if (edge === undefined) return null;
    const source = this.#plan.steps.find((step) => step.node.id === edge.source);
    const main = source?.definition.outputs[0]?.id ?? null;
    return (edge.sourceHandle ?? main) === main ? edge.source : null;
  }

  /** Records a success. */
  succeed(
    step: PlannedNode,
    outcome: Pick<NodeResult, 'rows' | 'columns' | 'sample' | 'duration_ms'> & Partial<NodeResult>,
  ): void {
    this.#record(step, { ...outcome, status: 'success' });
  }

  /**
   * Sets the time of an output node to that of writing, its own work. The total has that of its evaluation, too.
   * @param writing in milliseconds
   */
  addWriting({ node }: PlannedNode, writing: number): void {
    const result = this.#knownResult(node.id);
    const total_ms = roundedMs(totalOf(result) + writing);
    this.#results.set(node.id, { ...result, duration_ms: roundedMs(writing), total_ms });
  }

  /** Adds what the file of an output node lacks, and the warnings of it. */
  addLost({ node }: PlannedNode, lost: readonly LostValues[], format: FileFormat): void {
    if (lost.length === 0) return;
    const result = this.#knownResult(node.id);
    const warnings = [...(result.warnings ?? []), ...lossWarnings(lost, format)];
    this.#results.set(node.id, { ...result, warnings, lost_values: lost });
  }

  /** Records a node as skipped. */
  skip(step: PlannedNode): void {
    this.#record(step, { status: 'skipped' });
  }

  /** Records the descendants of a node that have no result as skipped. */
  skipBelow({ node }: PlannedNode): void {
    const below = descendants(this.#plan.index, node.id);
    for (const step of this.#plan.steps) {
      if (below.has(step.node.id) && !this.#results.has(step.node.id)) this.skip(step);
    }
  }

  /**
   * Records a failure of the executed node, or of the earlier node that an UpstreamFailure names, and of the
   * nodes that have its frame.
   * Descendants of the failed node become skipped, also those that had succeeded.
   */
  fail(error: unknown, executed: PlannedNode, duration: number): void {
    const failedId = error instanceof UpstreamFailure ? error.nodeId : executed.node.id;
    const failed = this.#plan.steps.find((step) => step.node.id === failedId) ?? executed;
    const reason = withLikelyCauses(failureReason(error), failed, this.#plan.parameters);
    const assertion = error instanceof CheckFailure ? assertionFields(error.assertion) : {};
    this.#failure ??= new NodeError({ id: failedId, label: nodeLabel(failed.node) }, reason);
    for (const step of [failed, ...this.#sharing(failed, executed)]) {
      const { id } = step.node;
      const duration_ms = this.#results.get(id)?.duration_ms ?? duration;
      this.#record(step, { status: 'failed', error: reason, duration_ms, ...assertion });
      const invalidated = descendants(this.#plan.index, id);
      for (const other of this.#plan.steps) if (invalidated.has(other.node.id)) this.skip(other);
    }
  }

  /** The other nodes that have the frame of a failed node. */
  #sharing({ node }: PlannedNode, executed: PlannedNode): readonly PlannedNode[] {
    const owner = this.#ownerOf(node.id);
    const others = this.#plan.steps.filter((step) => step.node.id !== node.id);
    return others
      .filter((step) => this.#ownerOf(step.node.id) === owner)
      .filter((step) => step === executed || this.#results.has(step.node.id));
  }

  /** The progress entry of a node with a result. */
  progressOf({ node }: PlannedNode): NodeProgress {
    const { status, rows, error, duration_ms: durationMs } = this.#knownResult(node.id);
    return { nodeId: node.id, status, rows, durationMs, ...(error === null ? {} : { error }) };
  }

  /** All results in topological order. Nodes that were evaluated together share their total time. */
  list(): readonly NodeResult[] {
    return this.#plan.steps.flatMap(({ node }) => {
      const result = this.#results.get(node.id);
      return result === undefined ? [] : this.#withSharedTime(result);
    });
  }

  #withSharedTime(result: NodeResult): NodeResult {
    const others = this.fused
      .othersOf(result.node_id)
      .filter((id) => this.#results.get(id)?.status === 'success');
    if (result.status !== 'success' || others.length === 0) return result;
    const total = [result.node_id, ...others].reduce(
      (sum, id) => sum + totalOf(this.#results.get(id)),
      0,
    );
    return { ...result, total_ms: roundedMs(total), fused_with: others };
  }

  /** The result of a node so far. */
  resultOf(nodeId: string): NodeResult | null {
    return this.#results.get(nodeId) ?? null;
  }

  #knownResult(nodeId: string): NodeResult {
    const result = this.resultOf(nodeId);
    if (result === null) throw new Error(`Node ${nodeId} has no result`);
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

function totalOf(result: NodeResult | undefined): number {
  return result?.total_ms ?? result?.duration_ms ?? 0;
}

/** Rounds milliseconds to two decimals. */
export function roundedMs(value: number): number {
  return Math.round(value * 100) / 100;
}
