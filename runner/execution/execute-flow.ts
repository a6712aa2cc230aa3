import type { RunAttempt, ExecutionOptions } from './execution-options.ts';
import { dtypeOf } from '../domain/column.ts';
import { UserError } from '../domain/errors.ts';
import type { LogEntry, NodeResult, OutputFile, RunResult } from '../domain/run-result.ts';
import type { WatermarkAdvance } from '../domain/watermark.ts';
import { configWarnings } from '../graph/config-warnings.ts';
import { nodeWarningsOf } from '../graph/node-warnings.ts';
import { executionOrder } from '../graph/execution-order.ts';
import { validateForRun, type ExecutionPlan, type PlannedNode } from '../graph/validate-graph.ts';
import type { NodeLookup } from '../graph/node-lookup.ts';
import { readScriptSettings, type ScriptSettings } from '../scripts/script-settings.ts';
import { firstScriptProblem } from '../scripts/script-problems.ts';
import type { EngineAdapter } from '../engine-adapters/engine-adapter.ts';
import { isDefect } from './failure-reason.ts';
import type { FlowEvaluation } from './flow-evaluation.ts';
import { reportedWarnings, reportFields } from './node-report.ts';
import { isOutput, openFlow, type FlowInExecution } from './open-flow.ts';
import { roundedMs } from './node-results.ts';
import { runLogs, type WrittenCounts } from './run-logs.ts';
import { StepReports } from './step-reports.ts';
import { writeOutputs } from './write-outputs.ts';

/** The number of sample rows in each node result. */
const SAMPLE_ROWS = 20;

/**
 * Executes a run: evaluates the nodes in topological order and writes the outputs if all succeed. The
 * descendants of a failed node are skipped; other branches continue.
 * @returns the result, also of a failed flow
 * @throws for infrastructure errors only, such as those of the object store or the disk
 */
export async function executeFlow<F>(
  run: RunAttempt,
  options: ExecutionOptions<F>,
): Promise<RunResult> {
  const startedAt = options.clock.now();
  const startedMs = options.clock.elapsed();
  const sinceStart = (): number => roundedMs(options.clock.elapsed() - startedMs);
  const { logs, written, ...outcome } = await executeGraph(run, options, sinceStart);
  const elapsedMs = sinceStart();
  return {
    runId: run.spec.runId,
    attempt: run.attempt,
    status: outcome.errorMessage === null ? 'success' : 'failed',
    ...outcome,
    logs: [
      ...runLogs({
        errorMessage: outcome.errorMessage,
        elapsedMs,
        written,
        inputs: run.spec.inputs,
        warnings: [
          ...configWarnings(run.spec.graph, options.lookup),
          ...nodeWarningsOf(run.spec.graph, options.lookup, run.spec.parameters),
          ...reportedWarnings(outcome.nodeResults ?? []),
        ],
      }),
      ...logs,
    ],
    startedAt: startedAt.toISOString(),
    finishedAt: options.clock.now().toISOString(),
  };
}

interface Outcome {
  readonly errorMessage: string | null;
  readonly nodeResults: readonly NodeResult[] | null;
  readonly outputs: readonly OutputFile[];
  readonly nodeStarts: Readonly<Record<string, number>>;
  readonly written: WrittenCounts;
  /** What a success makes of the watermarks. */
  readonly watermarks: readonly WatermarkAdvance[];
  /** What the nodes printed. */
  readonly logs: readonly LogEntry[];
}

/** The outcome of a flow of which no node was executed. */
const NOTHING = {
  nodeResults: null,
  outputs: [],
  written: { files: 0, tables: 0, objects: 0, charts: 0 },
  nodeStarts: {},
  watermarks: [],
  logs: [],
};

async function executeGraph<F>(
  run: RunAttempt,
  options: ExecutionOptions<F>,
  sinceStart: () => number,
): Promise<Outcome> {
  const scripts = options.scripts ?? readScriptSettings(process.env);
  const plan = await planRun(run, options.lookup, scripts);
  if (plan instanceof UserError) {
    return { ...NOTHING, errorMessage: plan.message };
  }
  const reports = new StepReports(options.onProgress, sinceStart);
  const onPrinted = reports.printed.bind(reports);
  const flow = await openFlow(run, { plan, scripts, onPrinted }, options);
  const { evaluation, results } = flow;
  const outputs = await executeSteps(stepsInOrder(run, plan), { flow, reports }, options);
  const { files, ...written } = await writeOutputs({
    ...options,
    runId: run.spec.runId,
    attempt: run.attempt,
    steps: outputs,
    evaluation,
    results,
    reports,
    connections: flow.connections,
  });
  await reports.done();
  const errorMessage = results.failure?.message ?? null;
  await flow.cache?.storage.finished(errorMessage);
  const nodeResults = results.list();
  const charts = nodeResults.filter(({ chart }) => chart !== undefined).length;
  return {
    errorMessage,
    nodeResults,
    outputs: files,
    written: { files: files.length, ...written, charts },
    nodeStarts: Object.fromEntries(reports.starts),
    logs: evaluation.logs,
    watermarks: flow.advances,
  };
}

/** @returns the plan, or what is invalid in the flow */
async function planRun(
  { spec: { graph, parameters, engine } }: RunAttempt,
  lookup: NodeLookup,
  scripts: ScriptSettings,
): Promise<ExecutionPlan | UserError> {
  try {
    const plan = validateForRun(graph, { lookup, parameters });
    return (await firstScriptProblem(plan.steps, engine, scripts)) ?? plan;
  } catch (error) {
    if (error instanceof UserError) return error;
    throw error;
  }
}

/** @returns the outputs that are written or reported as failed, in order */
async function executeSteps<F>(
  steps: readonly PlannedNode[],
  { flow, reports }: { readonly flow: FlowInExecution<F>; readonly reports: StepReports },
  options: ExecutionOptions<F>,
): Promise<readonly PlannedNode[]> {
  const { results } = flow;
  const outputs: PlannedNode[] = [];
  for (const step of steps) {
    // A mistake was found before. Its report waits for the turn of the node: events have the order of execution.
    const known = results.resultOf(step.node.id);
    const isReady = known === null ? results.isReady(step) : known.status === 'failed';
    if (known === null && !isReady) results.skip(step);
    if (!isReady) continue;
    // An output is reported when it is written, which waits for all of them.
    if (isOutput(step)) outputs.push(step);
    else await reports.started(step.node.id);
    if (known === null) await executeStep(step, flow, options);
    if (!isOutput(step)) reports.finished(results.progressOf(step));
  }
  return outputs;
}

async function executeStep<F>(
  step: PlannedNode,
  flow: FlowInExecution<F>,
  options: ExecutionOptions<F>,
): Promise<void> {
  const isKnown = isRestored(step, flow) || (await isPushed(step, flow, options));
  if (!isKnown) await evaluateStep(step, flow, options);
  if (flow.results.resultOf(step.node.id)?.status === 'success') refuseMistakesBelow(step, flow);
}

/** Refuses the nodes below a node whose columns are known at last, before one is executed, if any does not fit. */
function refuseMistakesBelow<F>(
  step: PlannedNode,
  { evaluation, results }: FlowInExecution<F>,
): void {
  const mistakes = evaluation.mistakesBelow(step);
  for (const [mistaken, error] of mistakes) results.fail(error, mistaken, 0);
  if (mistakes.size > 0) results.skipBelow(step);
}

/** Whether the cache has the result of a node, which is recorded then. */
function isRestored<F>(step: PlannedNode, flow: FlowInExecution<F>): boolean {
  const restored = flow.cache?.restored.get(step.node.id);
  if (restored === undefined) return false;
  flow.evaluation.skip(step);
  flow.results.succeed(step, { ...restored, cached: true, duration_ms: 0 });
  return true;
}

/** Whether a database computes a node, which is recorded then. */
async function isPushed<F>(
  step: PlannedNode,
  flow: FlowInExecution<F>,
  { engine, clock, scratch, onDefect }: ExecutionOptions<F>,
): Promise<boolean> {
  const rest = { engine, clock, scratch, onDefect, sampleRows: SAMPLE_ROWS };
  return await flow.pushed.includes(step, { ...flow, ...rest });
}

async function evaluateStep<F>(
  step: PlannedNode,
  flow: FlowInExecution<F>,
  { engine, clock, onDefect }: ExecutionOptions<F>,
): Promise<void> {
  const start = clock.elapsed();
  try {
    const { frame, relation, report } = await flow.evaluation.evaluate(step);
    const same = flow.results.sameFrame(step);
    const rows = same?.rows ?? engine.countRows(frame);
    const sample = same?.sample ?? engine.sample(frame, SAMPLE_ROWS);
    flow.results.fused.add(evaluatedWith(step, frame, flow.evaluation, engine));
    flow.evaluation.releaseInputs(step);
    const duration = roundedMs(clock.elapsed() - start);
    flow.results.succeed(step, {
      rows,
      columns: relation.columns.map((column) => column.name),
      column_types: relation.columns.map(({ type }) => dtypeOf(type)),
      sample,
      duration_ms: duration,
      ...reportFields(report),
    });
    await flow.cache?.storage.executed(step, duration);
  } catch (error) {
    if (isDefect(error)) onDefect(error);
    flow.results.fail(error, step, roundedMs(clock.elapsed() - start));
  }
}

/** The nodes whose work was done together with that of this node, as far as it is done. */
function evaluatedWith<F>(
  step: PlannedNode,
  frame: F,
  evaluation: FlowEvaluation<F>,
  engine: EngineAdapter<F>,
): readonly string[] {
  const { id } = step.node;
  const owner = evaluation.ownerOf(id);
  if (owner !== id) return [owner, id];
  if (engine.pendingNodes(frame).includes(id)) return [];
  return [...evaluation.pendingSources(step), id];
}

/** The steps of a plan in the order in which they are executed. */
function stepsInOrder({ spec }: RunAttempt, plan: ExecutionPlan): readonly PlannedNode[] {
  const steps = new Map(plan.steps.map((step) => [step.node.id, step]));
  const outputs = new Set(plan.steps.filter(isOutput).map(({ node }) => node.id));
  return executionOrder(spec.graph, ({ id }) => outputs.has(id)).flatMap(
    ({ id }) => steps.get(id) ?? [],
  );
}
