import { NodeError } from '../domain/errors.ts';
import { nodeLabel } from '../domain/graph.ts';
import type { PreviewJob, PreviewResult } from '../domain/runner-job.ts';
import { withUndeclaredParameters } from '../graph/config-warnings.ts';
import { validateForPreview, type NodeLookup } from '../graph/validate-graph.ts';
import { readScriptSettings, type ScriptSettings } from '../scripts/script-settings.ts';
import { firstScriptProblem } from '../scripts/script-problems.ts';
import type { ObjectStore } from '../storage/object-store.ts';
import { UpstreamFailure, type EngineAdapter } from './engines/engine-adapter.ts';
import { failureReason, isDefect } from './failure-reason.ts';
import type { NodeFrame } from './evaluate-output.ts';
import { FlowEvaluation } from './flow-evaluation.ts';

/** The dependencies of previews. */
export interface PreviewOptions<F> {
  readonly engine: EngineAdapter<F>;
  readonly store: ObjectStore;
  /** An empty folder for temporary files. The caller removes it. */
  readonly scratch: string;
  readonly lookup: NodeLookup;
  /** Default: those of the environment of this process. */
  readonly scripts?: ScriptSettings;
}

/**
 * Previews the frame of one node. Evaluates the node and its ancestors, and writes nothing.
 * @throws UserError when the graph is invalid; NodeError when a node fails
 */
export async function previewFlow<F>(
  job: PreviewJob,
  options: PreviewOptions<F>,
): Promise<PreviewResult> {
  const { graph, parameters, nodeId } = job;
  const plan = validateForPreview(graph, nodeId, { lookup: options.lookup, parameters });
  const scripts = options.scripts ?? readScriptSettings(process.env);
  const invalid = await firstScriptProblem(plan.steps, job.engine, scripts);
  if (invalid !== null) throw invalid;
  const evaluation = new FlowEvaluation(
    plan,
    { ...options, scripts, parameters, inputs: job.inputs, localTime: job.localTime },
    (step) => step.node === plan.target,
  );
  let current = plan.target;
  try {
    for (const step of plan.steps) {
      current = step.node;
      await evaluation.evaluate(step);
      evaluation.releaseInputs(step);
    }
    return previewFrame(evaluation.frameOf(plan.target.id), options.engine, job);
  } catch (error) {
    if (isDefect(error)) throw error;
    const failedId = error instanceof UpstreamFailure ? error.nodeId : current.id;
    const failed = plan.index.nodes.get(failedId) ?? current;
    const reason = withUndeclaredParameters(failureReason(error), failed, plan.parameters);
    throw new NodeError({ id: failed.id, label: nodeLabel(failed) }, reason);
  }
}

/** The preview of a frame. */
export function previewFrame<F>(
  { frame, relation }: NodeFrame<F>,
  engine: EngineAdapter<F>,
  { limit, profile }: { readonly limit: number; readonly profile: boolean },
): PreviewResult {
  const rowCount = engine.countRows(frame);
  return {
    columns: relation.columns.map((column) => column.name),
    rows: engine.sample(frame, limit),
    row_count: rowCount,
    truncated: rowCount > limit,
    profile: profile ? engine.profile(frame) : null,
  };
}
