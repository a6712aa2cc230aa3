import type { GraphDocument } from '../../../runner/domain/graph.ts';
import type { JsonObject } from '../../../runner/domain/json.ts';
import type { NodeResult } from '../../../runner/domain/run-result.ts';
import { bindParameters } from '../../../runner/graph/bind-parameters.ts';
import type { NodeLookup } from '../../../runner/graph/node-lookup.ts';
import { nodeOfType } from '../../../runner/nodes/index.ts';
import { optionalTimestamp, recordTimestamp } from '../../http/responses/record-timestamp.ts';
import { lostAttemptEntry } from '../../domain/runs/lost-attempt.ts';
import { ABSENT_NODE_FIELDS } from './absent-node-fields.ts';
import type { RunDrift } from './drift-schemas.ts';
import type { RunRead, RunSummary } from './schemas.ts';
import type { ListedRun, RunRecord } from '../../domain/runs/run-record.ts';

/** The JSON of a run as listed. */
export function toRunText(run: ListedRun): string {
  return JSON.stringify(toRunSummary(run));
}

/** A run as listed. */
function toRunSummary(run: ListedRun): RunSummary {
  return { ...common(run), flow_name: run.flowName, project_id: run.projectId };
}

/** A run with its results, as the API shows it. */
export function toRunRead(run: RunRecord, drift: RunDrift | null = null): RunRead {
  const logs = (run.logs ?? logSoFar(run)).map(toPlainEntry);
  return {
    ...common(run),
    error_message: run.errorMessage,
    waiting: run.waiting,
    logs,
    logs_json: logs,
    outputs: outputsOf(run),
    node_results: run.nodeResults?.map(toNodeResultRead) ?? null,
    graph_snapshot: { ...resolved(run.graph, run.parameters ?? {}, nodeOfType) },
    parameters: run.parameters === null ? null : { ...run.parameters },
    drift,
  };
}

function common(run: ListedRun | RunRecord): Omit<RunSummary, 'flow_name' | 'project_id'> {
  return {
    id: run.id,
    flow_id: run.flowId,
    input_dataset_id: run.inputDatasetId,
    input_datasets: run.inputDatasets,
    status: run.status,
    engine: run.engine,
    trigger: run.trigger,
    schedule_id: run.scheduleId,
    local_time: run.localTime,
    time_zone: run.timeZone,
    output_location: run.outputLocation,
    started_at: optionalTimestamp(run.startedAt),
    finished_at: optionalTimestamp(run.finishedAt),
    created_at: recordTimestamp(run.createdAt),
  };
}

/** In the order of the graph's nodes: `output_location` is the first of them. */
function outputsOf({ outputs, graph }: RunRecord): RunRead['outputs'] {
  const places = new Map(graph.nodes.map(({ id }, place) => [id, place]));
  const placeOf = (id: string): number => places.get(id) ?? places.size;
  return outputs.toSorted((a, b) => placeOf(a.node_id) - placeOf(b.node_id));
}

/** The log of a run that goes on: its lost attempts, and why it waits. The runner's follows when it finishes. */
function logSoFar({ lostAttempts, waiting }: RunRecord): NonNullable<RunRecord['logs']> {
  const lost = lostAttempts.map(lostAttemptEntry);
  if (waiting === null) return lost;
  const message = `Waiting (${waiting.reason}): ${waiting.message}`;
  return [...lost, { level: 'warning', message }];
}

type Entry = RunRead['logs'][number];

function toPlainEntry(entry: NonNullable<RunRecord['logs']>[number]): Entry {
  const { versions, ...rest } = entry;
  return versions === undefined ? rest : { ...rest, versions: [...versions] };
}

function toNodeResultRead(result: NodeResult): NonNullable<RunRead['node_results']>[number] {
  return {
    ...ABSENT_NODE_FIELDS,
    ...result,
    columns: [...result.columns],
    column_types: result.column_types === undefined ? null : [...result.column_types],
    sample: [...result.sample],
    fused_with: [...(result.fused_with ?? [])],
    warnings: [...(result.warnings ?? [])],
    lost_values: [...(result.lost_values ?? [])],
    assertion_violating_sample: result.assertion_violating_sample?.slice() ?? null,
    object_options: result.object_options == null ? null : { ...result.object_options },
    object_misread_columns: [...(result.object_misread_columns ?? [])],
    total_ms: result.total_ms ?? result.duration_ms,
  };
}

/** The graph with the values of its parameters. Expressions keep the names. */
function resolved(graph: GraphDocument, parameters: JsonObject, lookup: NodeLookup): GraphDocument {
  const nodes = graph.nodes.map((node) => ({
    ...node,
    data: {
      ...node.data,
      config: bindParameters(node.data.config, parameters, lookup(node.type)?.expressionKeys),
    },
  }));
  return { ...graph, nodes };
}
