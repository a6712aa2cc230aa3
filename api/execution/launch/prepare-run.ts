import { invalid, notFound } from '../../domain/errors.ts';
import type { Connection } from '../../../runner/domain/connection.ts';
import type { Engine } from '../../../runner/domain/engine.ts';
import { NodeError } from '../../../runner/domain/errors.ts';
import { nodeLabel, type GraphDocument } from '../../../runner/domain/graph.ts';
import type { JsonObject } from '../../../runner/domain/json.ts';
import type { RunTrigger } from '../../../runner/domain/run-status.ts';
import type { RunTime } from '../../../runner/domain/run-time.ts';
import type { TraceParent } from '../../../runner/domain/trace-parent.ts';
import { incrementalInputs } from '../../../runner/graph/incremental-inputs.ts';
import { readGraph } from '../../../runner/graph/read-graph.ts';
import { resolveParameters } from '../../../runner/graph/resolve-parameters.ts';
import { validateForRun, type ExecutionPlan } from '../../../runner/graph/validate-graph.ts';
import type { NodeLookup } from '../../../runner/graph/node-lookup.ts';
import { scriptError, scriptProblems } from '../../../runner/scripts/script-problems.ts';
import type { NodeContext } from '../../../runner/nodes/definition.ts';
import type { ScriptHost } from '../../../runner/scripts/script-host.ts';
import type { PreparedRun } from './run-launcher.ts';
import type { SettingsService } from '../../domain/settings/service.ts';
import {
  connectionsNamed,
  RefusedConnectionError,
  usedConnections,
  type FindConnections,
} from '../../domain/connections/connections-named.ts';
import { chooseEngine } from '../../domain/graphs/choose-engine.ts';
import type { InputStore } from '../../domain/runs/input-store.ts';
import {
  DisabledInputError,
  MissingInputError,
  resolveInputs,
} from '../../domain/graphs/resolve-inputs.ts';
import { checkRequestedInput, withRequestedInput } from './requested-input.ts';
import {
  resolveResources,
  type ResourceLimits,
  type RequestedResources,
} from './resolve-resources.ts';
import type { RunnableFlow, RunStore } from '../../domain/runs/store.ts';
import { movedOutput } from '../../domain/watermarks/moved-output.ts';
import { tooManyWatermarks, unusableWatermark } from '../../domain/watermarks/refused-reads.ts';
import {
  toWatermark,
  usedWatermarks,
  type FindAdvancingRuns,
} from '../../domain/watermarks/used-watermarks.ts';
import type { StoredWatermark } from '../../domain/watermarks/watermark-store.ts';

export interface PreparationDeps {
  readonly store: RunStore;
  readonly inputs: InputStore;
  readonly findConnections: FindConnections;
  readonly listWatermarks: (flowId: string) => Promise<readonly StoredWatermark[]>;
  /** The runs that advanced watermarks. */
  readonly findAdvancingRuns: FindAdvancingRuns;
  readonly settings: SettingsService;
  readonly lookup: NodeLookup;
  readonly resourceLimits: ResourceLimits;
  readonly scripts: ScriptHost;
}

/** The options of a run, besides its flow. Absent and null mean the default. */
export interface RunRequest {
  readonly engine?: string | null | undefined;
  readonly parameters?: JsonObject | null | undefined;
  readonly inputDatasetId?: string | null | undefined;
  readonly timeoutSeconds?: number | null | undefined;
  /** CPU and memory. Only a cluster applies them. */
  readonly resources?: RequestedResources | null | undefined;
  /** Whether the run uses the cache. Default: what its graph says. */
  readonly cache?: boolean | null | undefined;
  /** Whether databases compute parts of the run. Default: what its graph says. */
  readonly pushdown?: boolean | null | undefined;
}

export interface RunOrigin {
  readonly trigger: RunTrigger;
  readonly scheduleId?: string;
  /** The slot of the schedule. */
  readonly scheduledFor?: Date;
  /** The value of `now()` in its expressions; absent: the current time, in UTC. */
  readonly time?: RunTime;
  /** A repeated key of the same flow stands for the same run. */
  readonly idempotencyKey?: string;
  /** The span of the caller. */
  readonly trace?: TraceParent;
}

export interface RequestedRun extends RunRequest {
  readonly origin: RunOrigin & { readonly time: RunTime };
  /** Replaces the current graph of the flow. */
  readonly storedGraph?: GraphDocument;
}

/**
 * Checks a run before it is inserted, in this order: flow, dataset, engine, resources, parameters,
 * graph, configs, the syntax of scripts, formats.
 * @throws DomainError not_found or invalid; UserError for an invalid graph or parameter
 */
export async function prepareRun(
  deps: PreparationDeps,
  flowId: string,
  request: RequestedRun,
): Promise<PreparedRun> {
  const [flow, settings] = await Promise.all([
    enabledFlow(deps.store, flowId),
    deps.settings.inForce(),
  ]);
  const requested = request.inputDatasetId ?? null;
  await checkDataset(deps.store, flow, requested);
  const saved = request.storedGraph ?? readGraph(flow.graph);
  const graph = withFlags(withRequestedInput(saved, requested, deps.lookup), request);
  const engine = chooseEngine([request.engine, graph.engine], settings.get('DEFAULT_ENGINE'));
  const resources = resolveResources([request.resources, graph.resources], deps.resourceLimits);
  const parameters = resolveParameters(graph.parameters ?? [], request.parameters ?? {});
  const plan = validateForRun(graph, { lookup: deps.lookup, parameters });
  checkRequestedInput(plan, requested);
  const unavailable = await checkScripts(plan, engine, deps.scripts);
  const { trigger, scheduleId = null, time, ...key } = request.origin;
  const values = { parameters, localTime: time.localTime };
  return {
    ...key,
    flowId,
    flowName: flow.name,
    projectId: flow.projectId,
    engine,
    trigger,
    scheduleId,
    time,
    requestedInputDatasetId: requested,
    ...(unavailable ?? (await readableSources(plan, { flow, values }, deps))),
    graph,
    parameters: (graph.parameters ?? []).length === 0 ? null : parameters,
    resources,
    timeoutSeconds: request.timeoutSeconds ?? settings.get('RUN_TIMEOUT_SECONDS'),
  };
}

/** What a run reads, or why it cannot: a watermark of another address or query fails it too, before it reads. */
async function readableSources(
  plan: ExecutionPlan,
  { flow, values }: { readonly flow: RunnableFlow; readonly values: NodeContext },
  deps: Pick<
    PreparationDeps,
    'inputs' | 'findConnections' | 'listWatermarks' | 'findAdvancingRuns'
  >,
): Promise<Pick<PreparedRun, 'inputs' | 'connections' | 'watermarks'>> {
  const sources = await sourcesOrFailure(plan, deps, flow.projectId);
  const inputs = incrementalInputs(plan.steps, values);
  if ('failure' in sources.inputs || inputs.length === 0) return sources;
  const stored = await deps.listWatermarks(flow.id);
  const { connections = [] } = sources;
  const reads = { flowId: flow.id, nodes: plan.index.nodes, inputs, connections };
  const used = await usedWatermarks(inputs, stored, deps.findAdvancingRuns);
  const refused = unusableWatermark(reads, used) ?? tooManyWatermarks(reads, { stored, used });
  if (refused !== null) return { inputs: { failure: refused.message } };
  const outputs = outputConnections(plan, connections);
  return {
    ...sources,
    watermarks: used.map((one) => toWatermark(one, movedOutput(flow.id, one, outputs))),
  };
}

/** The connections that outputs use. */
function outputConnections(
  { steps }: ExecutionPlan,
  connections: readonly Connection[],
): readonly Connection[] {
  const named = connectionsNamed(steps.filter(({ definition }) => definition.kind === 'output'));
  return connections.filter(({ id }) => named.some(({ connectionId }) => connectionId === id));
}

/** The graph of a run with its flags. Its snapshot has them, so that its runner and a retry do the same. */
function withFlags(graph: GraphDocument, request: RunRequest): GraphDocument {
  const { cache = null, pushdown = null } = request;
  return {
    ...graph,
    ...(cache === null ? {} : { cache }),
    ...(pushdown === null ? {} : { pushdown }),
  };
}

/** @throws DomainError not_found for an unknown flow, invalid for a disabled one */
export async function enabledFlow(
  store: Pick<RunStore, 'findFlow'>,
  flowId: string,
): Promise<RunnableFlow> {
  const flow = await store.findFlow(flowId);
  if (flow === null) throw notFound('Flow', flowId);
  if (flow.disabledReason !== null) throw invalid(flow.disabledReason);
  return flow;
}

async function checkDataset(
  store: RunStore,
  flow: RunnableFlow,
  datasetId: string | null,
): Promise<void> {
  if (datasetId === null) return;
  const projectId = await store.findDatasetProject(datasetId);
  if (projectId === null) throw notFound('Dataset', datasetId);
  if (projectId !== flow.projectId) {
    throw invalid(`The dataset '${datasetId}' belongs to another project than the flow.`);
  }
}

/**
 * Missing Python is not an error of the request: such a run is inserted and fails. On this machine its runner finds
 * that out; of a cluster it is known here, so that no pod is started for it.
 * @returns why the run fails; null: it can start
 * @throws NodeError for an error of syntax
 */
async function checkScripts(
  { steps }: ExecutionPlan,
  engine: Engine,
  host: ScriptHost,
): Promise<{ readonly inputs: { readonly failure: string } } | null> {
  const problems = await scriptProblems(steps, engine, host);
  const invalidScript = problems.find(({ kind }) => kind === 'syntax');
  if (invalidScript !== undefined) throw scriptError(invalidScript);
  const [first] = host.kind === 'cluster' ? problems : [];
  return first === undefined ? null : { inputs: { failure: scriptError(first).message } };
}

/** Missing data and a refused connection are no errors of the request: such a run is inserted and fails. */
async function sourcesOrFailure(
  plan: ExecutionPlan,
  { inputs, findConnections }: Pick<PreparationDeps, 'inputs' | 'findConnections'>,
  projectId: string,
): Promise<Pick<PreparedRun, 'inputs' | 'connections'>> {
  try {
    return {
      inputs: await resolveInputs(plan, inputs),
      connections: await usedConnections(plan.steps, findConnections, projectId),
    };
  } catch (error) {
    if (error instanceof RefusedConnectionError) return { inputs: { failure: error.message } };
    if (!(error instanceof MissingInputError || error instanceof DisabledInputError)) throw error;
    const node = plan.index.nodes.get(error.nodeId);
    if (node === undefined) return { inputs: { failure: error.message } };
    const { message } = new NodeError({ id: node.id, label: nodeLabel(node) }, error.message);
    return { inputs: { failure: message } };
  }
}
