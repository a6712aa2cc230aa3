import { NodeError } from '../domain/errors.ts';
import { nodeLabel } from '../domain/graph.ts';
import type { PreviewJob, PreviewResult } from '../domain/runner-job.ts';
import { withUndeclared } from '../graph/config-warnings.ts';
import { validateForPreview, type NodeLookup } from '../graph/validate-graph.ts';
import type { ObjectStore } from '../storage/object-store.ts';
import { UpstreamFailure, type EngineAdapter } from './engines/engine-adapter.ts';
import { failureReason, isDefect } from './failure-reason.ts';
import { FlowEvaluation, type NodeFrame } from './flow-evaluation.ts';

export interface PreviewOptions<F> {
  readonly engine: EngineAdapter<F>;
  readonly store: ObjectStore;
  /** An empty folder for files that live no longer than the preview. The caller removes it. */
  readonly scratch: string;
  readonly lookup: NodeLookup;
}

/**
 * Shows the frame of one node: it and its ancestors are evaluated, nothing is written.
 * @throws UserError when the graph is not fit; a NodeError when a node failed
 */
export async function previewFlow<F>(
  job: PreviewJob,
  options: PreviewOptions<F>,
): Promise<PreviewResult> {
  const { graph, parameters, nodeId } = job;
  const plan = validateForPreview(graph, nodeId, { lookup: options.lookup, parameters });
  const evaluation = new FlowEvaluation(
    plan,
    { ...options, parameters, inputs: job.inputs, localTime: job.localTime },
    (step) => step.node === plan.target,
  );
  let current = plan.target;
  try {
    for (const step of plan.steps) {
      current = step.node;
      await evaluation.evaluate(step);
      evaluation.settle(step);
    }
    return showFrame(evaluation.frameOf(plan.target.id), options.engine, job);
  } catch (error) {
    if (isDefect(error)) throw error;
    const culpritId = error instanceof UpstreamFailure ? error.nodeId : current.id;
    const culprit = plan.index.nodes.get(culpritId) ?? current;
    const reason = withUndeclared(failureReason(error), culprit, plan.parameters);
    throw new NodeError({ id: culprit.id, label: nodeLabel(culprit) }, reason);
  }
}

/** What a preview tells about a frame. */
export function showFrame<F>(
  { frame, columns }: NodeFrame<F>,
  engine: EngineAdapter<F>,
  ask: { readonly limit: number; readonly profile: boolean },
): PreviewResult {
  const rowCount = engine.countRows(frame);
  return {
    columns: columns.map((column) => column.name),
    rows: engine.sample(frame, ask.limit),
    row_count: rowCount,
    truncated: rowCount > ask.limit,
    profile: ask.profile ? engine.profile(frame) : null,
  };
}
