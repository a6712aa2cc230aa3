import { JobConnections } from '../connectors/job-connections.ts';
import type { PrintedText } from '../domain/printed-text.ts';
import { utcRunTime } from '../domain/run-time.ts';
import type { WatermarkAdvance } from '../domain/watermark.ts';
import { incrementalInputs } from '../graph/incremental-inputs.ts';
import type { ExecutionPlan, PlannedNode } from '../graph/validate-graph.ts';
import type { ScriptSettings } from '../scripts/script-settings.ts';
import type { OpenCache } from './cache/open-cache.ts';
import type { ExecutionOptions, RunAttempt } from './execution-options.ts';
import { FlowEvaluation } from './flow-evaluation.ts';
import { bindIncrementalReads } from './incremental-reads.ts';
import { NodeResults } from './node-results.ts';
import { PushedNodes } from './pushdown/pushed-nodes.ts';

/** A flow whose nodes are executed. */
export interface FlowInExecution<F> {
  readonly evaluation: FlowEvaluation<F>;
  readonly results: NodeResults;
  /** Null: the run uses none. */
  readonly cache: OpenCache<F> | null;
  readonly connections: JobConnections;
  readonly pushed: PushedNodes;
  /** What a success makes of the watermarks. */
  readonly advances: readonly WatermarkAdvance[];
}

/** What is known of a run before its nodes are executed. */
interface PreparedRun {
  readonly plan: ExecutionPlan;
  readonly scripts: ScriptSettings;
  /** Receives what scripts print, as it arrives. */
  readonly onPrinted: (printed: PrintedText) => void;
}

/** Prepares the execution of the nodes: what the cache has, and what databases read and compute. */
export async function openFlow<F>(
  { spec }: RunAttempt,
  { plan, scripts, onPrinted }: PreparedRun,
  options: ExecutionOptions<F>,
): Promise<FlowInExecution<F>> {
  const { engine, store, scratch, clock, onDefect } = options;
  const { inputs } = spec;
  const usesCache = spec.graph.cache === true;
  const values = {
    parameters: spec.parameters,
    // Only specs of older versions lack a time; their flows do not use it.
    localTime: spec.localTime ?? utcRunTime(clock.now()).localTime,
  };
  const connections = new JobConnections(spec.connections);
  const reads = await bindIncrementalReads(
    incrementalInputs(plan.steps, values),
    spec.watermarks ?? [],
    { connections, scratch },
  );
  const evaluation = new FlowEvaluation(
    plan,
    {
      ...spec,
      ...values,
      incremental: reads.sources,
      engine,
      store,
      scratch,
      scripts,
      onPrinted,
      // Stored frames serve flows that read other columns.
      keepsAllColumns: usesCache,
    },
    isOutput,
  );
  const results = new NodeResults(plan, (nodeId) => evaluation.ownerOf(nodeId));
  const cached = { plan, inputs, evaluation, results, engine, store, scratch, onDefect };
  const cache = usesCache
    ? await (
        await import('./cache/open-cache.ts')
      ).openCache({
        ...cached,
        scripts,
        now: () => clock.now(),
      })
    : null;
  const relationsOf = evaluation.relationsOf.bind(evaluation);
  const context = { ...values, connections, relationsOf, onDefect };
  const canPushDown = spec.graph.pushdown !== false && (spec.connections ?? []).length > 0;
  const parts = canPushDown
    ? await (await import('./pushdown/find-parts.ts')).findParts(plan, context)
    : [];
  const pushed = new PushedNodes(new Map(parts));
  return { evaluation, results, cache, connections, pushed, advances: reads.advances };
}

/** Whether a node writes a file or a table. */
export function isOutput({ definition }: PlannedNode): boolean {
  return definition.kind === 'output';
}
