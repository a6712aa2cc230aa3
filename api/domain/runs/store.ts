import { z } from 'zod';
import type { Database } from '../../../prisma/client.ts';
import { Prisma } from '../../../prisma/generated/client.ts';
import { jsonText, queryRows } from '../../../prisma/query-rows.ts';
import type { ComputeResources } from '../../../runner/domain/compute-resources.ts';
import { exactJson } from '../../../runner/domain/exact-json.ts';
import type { FileFormat } from '../../../runner/domain/file-format.ts';
import type { JsonObject } from '../../../runner/domain/json.ts';
import type { LogEntry, NodeResult } from '../../../runner/domain/run-result.ts';
import type { RunStatus } from '../../../runner/domain/run-status.ts';
import type { EarlierRun, RunOutput, RunRecord } from './run-record.ts';
import { disabledReason } from '../flows/disabled-reason.ts';
import type { ConnectionAddresses } from './connection-addresses.ts';
import { runColumns } from './run-columns.ts';
import { storedGraph } from './stored-graph.ts';
import { createRunListStore, type RunListStore } from './run-list-store.ts';

export interface RunnableFlow {
  readonly id: string;
  readonly name: string;
  readonly projectId: string;
  /** Why it does not run and what enables it, for a person; null: it is enabled. */
  readonly disabledReason: string | null;
  /** As it was saved, unchecked. */
  readonly graph: unknown;
}

export interface StoredOutput {
  readonly nodeId: string;
  readonly key: string;
  readonly format: FileFormat;
  readonly finishedAt: Date;
}

export interface RunStore extends RunListStore {
  findFlow(id: string): Promise<RunnableFlow | null>;
  /** The project of a dataset; null: the dataset does not exist. */
  findDatasetProject(id: string): Promise<string | null>;
  find(id: string): Promise<RunRecord | null>;
  status(id: string): Promise<RunStatus | null>;
  /** The newest older run of the flow that has node results. */
  findEarlier(run: RunRecord): Promise<EarlierRun | null>;
  /**
   * The output of a node of the run; without a node all of them.
   * @returns null when the run does not exist
   */
  findOutputs(runId: string): Promise<StoredOutput[] | null>;
}

export function createRunStore(database: Database): RunStore {
  return {
    ...createRunListStore(database),
    async findFlow(id) {
      const flow = await database.flow.findUnique({
        where: { id, deletedAt: null },
        select: {
          id: true,
          name: true,
          projectId: true,
          isDisabled: true,
          disabledBy: true,
          graphJson: true,
        },
      });
      if (flow === null) return null;
      const { graphJson, isDisabled, disabledBy, ...fields } = flow;
      return {
        ...fields,
        disabledReason: isDisabled
          ? await disabledReason(database, { ...fields, disabledBy })
          : null,
        graph: exactJson.parse(graphJson),
      };
    },
    async findDatasetProject(id) {
      const found = await database.dataset.findUnique({
        where: { id },
        select: { projectId: true },
      });
      return found?.projectId ?? null;
    },
    async find(id) {
      // Raw: one statement, so that the status, the results and the outputs are of one moment.
      const sql = Prisma.sql`
        SELECT id, flow_id AS "flowId", attempt, input_dataset_id AS "inputDatasetId",
               requested_input_dataset_id AS "requestedInputDatasetId", status, engine,
               trigger, schedule_id AS "scheduleId", scheduled_for AS "scheduledFor",
               local_time AS "localTime", time_zone AS "timeZone", output_location AS "outputLocation",
               started_at AS "startedAt", finished_at AS "finishedAt", created_at AS "createdAt",
               error_message AS "errorMessage", input_datasets AS "inputDatasets",
               logs, graph_snapshot AS graph, parameters, resources,
               connection_addresses AS "connectionAddresses",
               timeout_seconds AS "timeoutSeconds",
               (SELECT json_build_object('reason', waiting_reason, 'message', waiting_message)
                FROM run_attempts WHERE run_id = runs.id AND number = attempt
                  AND waiting_reason IS NOT NULL AND runs.finished_at IS NULL) AS waiting,
               (SELECT COALESCE(json_agg(json_build_object('number', number, 'reason', COALESCE(reason, ''))
                                         ORDER BY number), '[]')
                FROM run_attempts
                WHERE run_id = runs.id AND number < attempt AND runs.finished_at IS NULL) AS "lostAttempts",
               (SELECT '[' || string_agg(result_json, ',' ORDER BY position) || ']'
                FROM node_results WHERE run_id = runs.id) AS "nodeResults",
               (SELECT COALESCE(json_agg(json_build_object('node_id', node_id, 'key', key, 'format', format,
                                                  'bytes', bytes, 'rows', rows)), '[]')::text
                FROM run_outputs WHERE run_id = runs.id) AS outputs
        FROM runs WHERE id = ${id}
          AND NOT EXISTS (SELECT FROM flows WHERE flows.id = flow_id AND deleted_at IS NOT NULL)`;
      const [run] = await queryRows(database, runRow, sql);
      return run ?? null;
    },
    async status(id) {
      const run = await database.run.findUnique({
        where: { id, flow: { deletedAt: null } },
        select: { status: true },
      });
      return run === null ? null : (run.status as RunStatus);
    },
    async findEarlier(run) {
      // Raw: it compares row values, with times in microseconds; a Date has milliseconds.
      const sql = Prisma.sql`
        SELECT earlier.id, earlier.created_at AS "createdAt",
               ARRAY(SELECT result_json FROM node_results
                     WHERE run_id = earlier.id ORDER BY position) AS "nodeResults"
        FROM runs AS run CROSS JOIN LATERAL (
          SELECT id, created_at FROM runs
          WHERE flow_id = run.flow_id AND (created_at, id) < (run.created_at, run.id)
            -- OFFSET 0: the planner checks one run after the other, until one has results.
            AND EXISTS (SELECT FROM node_results WHERE run_id = runs.id OFFSET 0)
          ORDER BY created_at DESC, id DESC LIMIT 1
        ) AS earlier
        WHERE run.id = ${run.id}`;
      const [earlier] = await queryRows(database, earlierRow, sql);
      return earlier ?? null;
    },
    async findOutputs(runId) {
      const run = await database.run.findUnique({
        where: { id: runId, flow: { deletedAt: null } },
        select: {
          createdAt: true,
          finishedAt: true,
          outputs: { select: { nodeId: true, key: true, format: true } },
        },
      });
      if (run === null) return null;
      const finishedAt = run.finishedAt ?? run.createdAt;
      return run.outputs.map((output) => {
        return { ...output, format: output.format as FileFormat, finishedAt };
      });
    },
  };
}

const earlierRow = z.object({
  id: z.string(),
  createdAt: z.date(),
  nodeResults: z.array(jsonText<NodeResult>()),
});

const runRow = z.object({
  ...runColumns,
  attempt: z.number(),
  requestedInputDatasetId: z.string().nullable(),
  scheduledFor: z.date().nullable(),
  errorMessage: z.string().nullable(),
  waiting: z.object({ reason: z.string(), message: z.string() }).nullable(),
  lostAttempts: z.array(z.object({ number: z.int(), reason: z.string() })),
  logs: jsonText<LogEntry[]>().nullable(),
  nodeResults: jsonText<NodeResult[]>().nullable(),
  outputs: jsonText<RunOutput[]>(),
  graph: z.string().transform(storedGraph),
  parameters: jsonText<JsonObject>().nullable(),
  resources: jsonText<ComputeResources>().nullable(),
  connectionAddresses: jsonText<ConnectionAddresses>().nullable(),
  timeoutSeconds: z.number(),
});
