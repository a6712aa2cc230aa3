import type { Database } from '../../../prisma/client.ts';
import { Prisma } from '../../../prisma/generated/client.ts';
import type { ComputeResources } from '../../../runner/domain/compute-resources.ts';
import type { Engine } from '../../../runner/domain/engine.ts';
import { exactJson } from '../../../runner/domain/exact-json.ts';
import type { FileFormat } from '../../../runner/domain/file-format.ts';
import type { GraphDocument } from '../../../runner/domain/graph.ts';
import type { JsonObject } from '../../../runner/domain/json.ts';
import type { LogEntry, NodeResult } from '../../../runner/domain/run-result.ts';
import type { RunStatus, RunTrigger } from '../../../runner/domain/run-status.ts';
import type { WaitingReason } from './waiting-reason-store.ts';
import { createRunListStore, type RunListStore } from './run-list-store.ts';

export interface InputRef {
  readonly dataset_id: string;
  readonly version_number: number | null;
  readonly dataset_name: string | null;
}

export interface RunRecord {
  readonly id: string;
  readonly flowId: string;
  readonly attempt: number;
  readonly inputDatasetId: string | null;
  /** What the caller asked for; null: nothing, or the run is of an older version. */
  readonly requestedInputDatasetId: string | null;
  readonly inputDatasets: InputRef[] | null;
  readonly status: RunStatus;
  readonly engine: Engine;
  readonly trigger: RunTrigger;
  readonly scheduleId: string | null;
  /** What `now()` is in its expressions; null: the run is of an older version. */
  readonly localTime: string | null;
  readonly timeZone: string | null;
  readonly outputLocation: string | null;
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
  readonly createdAt: Date;
  readonly errorMessage: string | null;
  /** What keeps it from starting; null: nothing, or it has started. */
  readonly waiting: WaitingReason | null;
  readonly logs: LogEntry[] | null;
  readonly nodeResults: NodeResult[] | null;
  /** In no order. */
  readonly outputs: RunOutput[];
  readonly graph: GraphDocument;
  readonly parameters: JsonObject | null;
  /** What was asked for; null: nothing. */
  readonly resources: ComputeResources | null;
  /** The slot that it was started for. */
  readonly scheduledFor: Date | null;
  /** In seconds; 0: no limit. */
  readonly timeoutSeconds: number;
}

export type ListedRun = Omit<
  RunRecord,
  | 'attempt'
  | 'requestedInputDatasetId'
  | 'errorMessage'
  | 'waiting'
  | 'logs'
  | 'nodeResults'
  | 'outputs'
  | 'graph'
  | 'parameters'
  | 'resources'
  | 'scheduledFor'
  | 'timeoutSeconds'
> & {
  readonly flowName: string;
  readonly projectId: string;
};

export interface RunnableFlow {
  readonly id: string;
  readonly name: string;
  readonly projectId: string;
  readonly isDisabled: boolean;
  /** As saved. */
  readonly graph: unknown;
}

export interface EarlierRun {
  readonly id: string;
  readonly createdAt: Date;
  readonly nodeResults: NodeResult[];
}

/** A file that an output node of a run wrote. */
export interface RunOutput {
  readonly node_id: string;
  /** Its key in the object store. */
  readonly key: string;
  readonly format: FileFormat;
  readonly bytes: number;
  readonly rows: number;
}

export interface StoredOutput {
  readonly nodeId: string;
  readonly key: string;
  readonly format: FileFormat;
  readonly finishedAt: Date;
}

export interface RunStore extends RunListStore {
  findFlow(id: string): Promise<RunnableFlow | null>;
  /** The project of a dataset; null when there is no such dataset. */
  findDatasetProject(id: string): Promise<string | null>;
  find(id: string): Promise<RunRecord | null>;
  status(id: string): Promise<RunStatus | null>;
  /** The newest run of the flow that is older and has node results. */
  findEarlier(run: RunRecord): Promise<EarlierRun | null>;
  /** The output of a node of the run; without a node all of the run. */
  findOutputs(runId: string, nodeId: string | undefined): Promise<StoredOutput[]>;
}

export function createRunStore(database: Database): RunStore {
  return {
    ...createRunListStore(database),
    async findFlow(id) {
      // As text, since a graph can hold integers beyond 2^53.
      const [flow] = await database.$queryRaw<(Omit<RunnableFlow, 'graph'> & { graph: string })[]>`
        SELECT id, name, project_id AS "projectId", is_disabled AS "isDisabled", graph_json AS graph
        FROM flows WHERE id = ${id} AND deleted_at IS NULL`;
      return flow === undefined ? null : { ...flow, graph: exactJson.parse(flow.graph) };
    },
    async findDatasetProject(id) {
      const found = await database.dataset.findUnique({
        where: { id },
        select: { projectId: true },
      });
      return found?.projectId ?? null;
    },
    async find(id) {
      const [row] = await database.$queryRaw<RunRow[]>`
        SELECT id, flow_id AS "flowId", attempt, input_dataset_id AS "inputDatasetId",
               requested_input_dataset_id AS "requestedInputDatasetId", status, engine,
               trigger, schedule_id AS "scheduleId", scheduled_for AS "scheduledFor",
               local_time AS "localTime", time_zone AS "timeZone", output_location AS "outputLocation",
               started_at AS "startedAt", finished_at AS "finishedAt", created_at AS "createdAt",
               error_message AS "errorMessage", input_datasets AS "inputDatasets",
               logs, graph_snapshot AS graph, parameters, resources,
               timeout_seconds AS "timeoutSeconds",
               (SELECT json_build_object('reason', waiting_reason, 'message', waiting_message)
                FROM run_attempts WHERE run_id = runs.id AND number = attempt
                  AND waiting_reason IS NOT NULL AND runs.finished_at IS NULL) AS waiting,
               (SELECT '[' || string_agg(result_json, ',' ORDER BY position) || ']'
                FROM node_results WHERE run_id = runs.id) AS "nodeResults",
               (SELECT json_agg(json_build_object('node_id', node_id, 'key', key, 'format', format,
                                                  'bytes', bytes, 'rows', rows))::text
                FROM run_outputs WHERE run_id = runs.id) AS outputs
        FROM runs WHERE id = ${id}
          AND NOT EXISTS (SELECT FROM flows WHERE flows.id = flow_id AND deleted_at IS NOT NULL)`;
      return row === undefined ? null : toRecord(row);
    },
    async status(id) {
      const run = await database.run.findUnique({
        where: { id, flow: { deletedAt: null } },
        select: { status: true },
      });
      return run === null ? null : (run.status as RunStatus);
    },
    async findEarlier(run) {
      // Compared in SQL: times have microseconds there, and milliseconds here.
      const [earlier] = await database.$queryRaw<EarlierRow[]>`
        SELECT earlier.id, earlier.created_at AS "createdAt",
               ARRAY(SELECT result_json FROM node_results
                     WHERE run_id = earlier.id ORDER BY position) AS "nodeResults"
        FROM runs AS run CROSS JOIN LATERAL (
          SELECT id, created_at FROM runs
          WHERE flow_id = run.flow_id AND (created_at, id) < (run.created_at, run.id)
            -- OFFSET 0: asked for one run after the other, until one has results.
            AND EXISTS (SELECT FROM node_results WHERE run_id = runs.id OFFSET 0)
          ORDER BY created_at DESC, id DESC LIMIT 1
        ) AS earlier
        WHERE run.id = ${run.id}`;
      if (earlier === undefined) return null;
      const nodeResults = earlier.nodeResults.map((text) => exactJson.parse(text) as NodeResult);
      return { ...earlier, nodeResults };
    },
    async findOutputs(runId, nodeId) {
      const ofNode = nodeId === undefined ? Prisma.empty : Prisma.sql`AND node_id = ${nodeId}`;
      return await database.$queryRaw<StoredOutput[]>`
        SELECT node_id AS "nodeId", key, format, COALESCE(finished_at, runs.created_at) AS "finishedAt"
        FROM run_outputs
        JOIN runs ON runs.id = run_id
        JOIN flows ON flows.id = flow_id AND flows.deleted_at IS NULL
        WHERE run_id = ${runId} ${ofNode}`;
    },
  };
}

interface EarlierRow extends Omit<EarlierRun, 'nodeResults'> {
  readonly nodeResults: readonly string[];
}

/** JSON columns come as text. */
type RunRow = Omit<
  RunRecord,
  'inputDatasets' | 'logs' | 'nodeResults' | 'outputs' | 'graph' | 'parameters' | 'resources'
> & {
  readonly inputDatasets: string | null;
  readonly logs: string | null;
  readonly nodeResults: string | null;
  readonly outputs: string | null;
  readonly graph: string;
  readonly parameters: string | null;
  readonly resources: string | null;
};

function toRecord(row: RunRow): RunRecord {
  const parse = (text: string | null): unknown => (text === null ? null : exactJson.parse(text));
  // What is in these columns was written by the recorder from values of these types.
  return {
    ...row,
    inputDatasets: parse(row.inputDatasets) as InputRef[] | null,
    logs: parse(row.logs) as LogEntry[] | null,
    nodeResults: parse(row.nodeResults) as NodeResult[] | null,
    outputs: (parse(row.outputs) ?? []) as RunOutput[],
    graph: parse(row.graph) as GraphDocument,
    parameters: parse(row.parameters) as JsonObject | null,
    resources: parse(row.resources) as ComputeResources | null,
  };
}
