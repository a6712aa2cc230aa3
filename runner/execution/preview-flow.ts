import { NodeError } from '../domain/errors.ts';
import { nodeLabel } from '../domain/graph.ts';
import type { PreviewJob, PreviewResult } from '../domain/runner-job.ts';
import { withLikelyCauses } from '../graph/config-warnings.ts';
import { validateForPreview } from '../graph/validate-graph.ts';
import { readScriptSettings } from '../scripts/script-settings.ts';
import { firstScriptProblem } from '../scripts/script-problems.ts';
import { UpstreamFailure } from '../engine-adapters/engine-adapter.ts';
import { failureReason, isDefect } from './failure-reason.ts';
import { FlowEvaluation } from './flow-evaluation.ts';
import {
  previewFrame,
  shownWarnings,
  withConfigWarnings,
  type PreviewOptions,
} from './preview-frame.ts';
import { previewWhole, type PreviewedFlow } from './preview-whole.ts';

/** A preview reads at most so many rows of a database. */
const MAX_SOURCE_ROWS = 1_000;

/**
 * Previews the frame of one node: evaluates the node and its ancestors as one plan, and writes nothing. If that
 * fails, or if no engine evaluates the plan as a whole, it evaluates node by node, which names the node that
 * failed.
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
    {
      ...options,
      scripts,
      parameters,
      inputs: job.inputs,
      connections: job.connections,
      maxSourceRows: MAX_SOURCE_ROWS,
      localTime: job.localTime,
    },
    (step) => step.node === plan.target,
  );
  const flow = { plan, targetId: plan.target.id, evaluation };
  const preview =
    (await wholeIfPossible(flow, options, job)) ?? (await previewByNode(flow, options, job));
  return withConfigWarnings(preview, plan.steps, parameters);
}

/** @returns null when a value or an input makes the plan fail, too */
async function wholeIfPossible<F>(
  flow: PreviewedFlow<F>,
  options: PreviewOptions<F>,
  job: PreviewJob,
): Promise<PreviewResult | null> {
  try {
    return await previewWhole(flow, options, job);
  } catch (error) {
    if (isDefect(error)) throw error;
    return null;
  }
}

/**
 * Evaluates the target and its ancestors one after the other.
 * @throws NodeError when a node fails
 */
export async function previewByNode<F>(
  { plan, targetId, evaluation }: PreviewedFlow<F>,
  { engine }: PreviewOptions<F>,
  job: Pick<PreviewJob, 'limit' | 'profile'>,
): Promise<PreviewResult> {
  let currentId = targetId;
  try {
    for (const step of plan.steps) {
      currentId = step.node.id;
      await evaluation.evaluate(step);
      evaluation.releaseInputs(step);
    }
    const { frame, relation, report } = evaluation.frameOf(targetId);
    const rowCount = engine.countRows(frame);
    const warnings = shownWarnings(targetId, report);
    return previewFrame({ frame, columns: relation.columns, rowCount, warnings }, engine, job);
  } catch (error) {
    if (isDefect(error)) throw error;
    const failedId = error instanceof UpstreamFailure ? error.nodeId : currentId;
    const failed = plan.steps.find(({ node }) => node.id === failedId);
    if (failed === undefined) throw error;
    const reason = withLikelyCauses(failureReason(error), failed, plan.parameters);
    throw new NodeError({ id: failedId, label: nodeLabel(failed.node) }, reason);
  }
}
