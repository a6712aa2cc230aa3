import type { Database } from '../../../prisma/client.ts';
import type { Prisma } from '../../../prisma/generated/client.ts';
import type { ComputeResources } from '../../../runner/domain/compute-resources.ts';
import type { Connection } from '../../../runner/domain/connection.ts';
import type { Engine } from '../../../runner/domain/engine.ts';
import { exactJson } from '../../../runner/domain/exact-json.ts';
import type { GraphDocument } from '../../../runner/domain/graph.ts';
import type { JsonObject } from '../../../runner/domain/json.ts';
import type { InputBinding } from '../../../runner/domain/run-spec.ts';
import type { RunTime } from '../../../runner/domain/run-time.ts';
import type { RunTrigger } from '../../../runner/domain/run-status.ts';
import { formatTraceParent } from '../../../runner/domain/trace-parent.ts';
import type { SpanContext } from '../span.ts';
import { addressesOf } from './connection-addresses.ts';

/** A run to insert. */
export interface NewRun {
  readonly id: string;
  readonly flowId: string;
  readonly engine: Engine;
  readonly trigger: RunTrigger;
  readonly scheduleId: string | null;
  /** The slot of the schedule; null or absent: none. */
  readonly scheduledFor?: Date | null;
  /** The value of `now()` in its expressions; null or absent: unknown. */
  readonly time?: RunTime | null;
  /** The dataset that it is listed under; null: it has no input, or none could be resolved. */
  readonly inputDatasetId: string | null;
  /** The dataset that the caller requested; null or absent: none. */
  readonly requestedInputDatasetId?: string | null;
  /** Null: the inputs could not be resolved. */
  readonly inputs: readonly InputBinding[] | null;
  /** The connections that its nodes use, as they are now. Absent: none. */
  readonly connections?: readonly Connection[];
  readonly graph: GraphDocument;
  /** Null: the flow declares none. */
  readonly parameters: JsonObject | null;
  readonly timeoutSeconds: number;
  /** Null or absent: the defaults of the installation. */
  readonly resources?: ComputeResources | null;
  /** A repeated key of the same flow stands for the same run; absent: no key. */
  readonly idempotencyKey?: string;
  /** Absent: the run is in no trace. */
  readonly span?: SpanContext;
  /** The process that executes it; null or absent: a cluster. */
  readonly executorId?: string | null;
  /** Whether an outbox entry dispatches it. Default: false. */
  readonly isEnqueued?: boolean;
}

/** A version that a run would read was deleted after its inputs were resolved: nothing was inserted. */
export class DeletedInputError extends Error {
  override readonly name = 'DeletedInputError';
}

/**
 * Inserts a pending run with its first attempt, inputs and outbox entry. The same statement claims the
 * idempotency key, and waits for a concurrent claim of it and for a concurrent deletion of what the run reads.
 * @returns false when nothing was inserted: another run has the key, or the flow was deleted
 * @throws DeletedInputError
 */
export async function insertRun(
  database: Database | Prisma.TransactionClient,
  run: NewRun,
): Promise<boolean> {
  const inputs = run.inputs ?? [];
  const refs = inputs.map((input) => ({
    dataset_id: input.datasetId,
    version_number: input.versionNumber,
    dataset_name: input.datasetName,
  }));
  const nodeInputs = inputs.map(({ nodeId }, at) => ({ node_id: nodeId, ...refs[at] }));
  const key = run.idempotencyKey ?? null;
  const trace = traceOf(run);
  const time = timeOf(run);
  // Raw: several tables and a conditional key claim in one statement, by the database's clock.
  const inserted = await database.$executeRaw`
    WITH flow AS (
      SELECT id FROM flows WHERE id = ${run.flowId} AND deleted_at IS NULL FOR KEY SHARE
    ), read AS (
      SELECT DISTINCT dataset_id, version_number
      FROM json_to_recordset(${JSON.stringify(refs)}::json)
        AS input(dataset_id text, version_number int)
    ), locked AS (
      SELECT version.id FROM read JOIN dataset_versions version USING (dataset_id, version_number)
      FOR KEY SHARE OF version
    ), ready AS (
      SELECT id FROM flow WHERE (SELECT count(*) FROM locked) = (SELECT count(*) FROM read)
    ), claimed AS (
      INSERT INTO idempotency_keys (flow_id, key, run_id)
      SELECT ready.id, ${key}::text, ${run.id} FROM ready WHERE ${key}::text IS NOT NULL
      ON CONFLICT DO NOTHING
      RETURNING run_id
    ), run AS (
      INSERT INTO runs (id, flow_id, input_dataset_id, requested_input_dataset_id, input_datasets, node_inputs, status, engine, trigger,
                        schedule_id, scheduled_for, local_time, time_zone, graph_snapshot, parameters, connection_addresses,
                        timeout_seconds, resources,
                        traceparent, parent_span_id, executed_by)
      SELECT ${run.id}, ready.id, ${run.inputDatasetId}, ${run.requestedInputDatasetId ?? null},
              ${run.inputs === null ? null : JSON.stringify(distinct(refs))},
              ${run.inputs === null ? null : JSON.stringify(nodeInputs)},
              'pending', ${run.engine}, ${run.trigger}, ${run.scheduleId},
              ${run.scheduledFor ?? null}::timestamptz,
              ${time.local}, ${time.zone},
              ${exactJson.stringify(run.graph)},
              ${run.parameters === null ? null : exactJson.stringify(run.parameters)},
              ${addressesText(run)},
              ${run.timeoutSeconds}::int,
              ${resourcesText(run)},
              ${trace.parent}, ${trace.parentSpanId}, ${run.executorId ?? null}
      FROM ready WHERE ${key}::text IS NULL OR EXISTS (SELECT FROM claimed)
      RETURNING id
    ), inputs AS (
      INSERT INTO run_inputs (run_id, dataset_id, version_number)
      SELECT run.id, read.dataset_id, read.version_number FROM run, read
    ), entry AS (
      INSERT INTO run_outbox (run_id, action, due_at)
      SELECT run.id, 'start', clock_timestamp() + interval '5 seconds'
      FROM run WHERE ${run.isEnqueued ?? false}
    )
    INSERT INTO run_attempts (run_id, number) SELECT run.id, 1 FROM run`;
  return await isWritten(inserted, database, refs);
}

interface VersionRef {
  readonly dataset_id: string;
  readonly version_number: number;
}

/** @throws DeletedInputError */
async function isWritten(
  inserted: number,
  database: Database | Prisma.TransactionClient,
  refs: readonly VersionRef[],
): Promise<boolean> {
  const read = distinct(refs);
  if (inserted > 0) return true;
  if (read.length === 0) return false;
  const found = await database.datasetVersion.count({
    where: {
      OR: read.map(({ dataset_id: datasetId, version_number: versionNumber }) => ({
        datasetId,
        versionNumber,
      })),
    },
  });
  if (found < read.length) throw new DeletedInputError();
  return false;
}

function traceOf({ span }: NewRun): { parent: string | null; parentSpanId: string | null } {
  if (span === undefined) return { parent: null, parentSpanId: null };
  return { parent: formatTraceParent(span), parentSpanId: span.parentSpanId };
}

function timeOf({ time }: NewRun): { local: string | null; zone: string | null } {
  return { local: time?.localTime ?? null, zone: time?.timeZone ?? null };
}

function addressesText({ inputs, connections = [] }: NewRun): string | null {
  return inputs === null ? null : exactJson.stringify(addressesOf(connections));
}

function resourcesText({ resources = null }: NewRun): string | null {
  return resources === null ? null : JSON.stringify(resources);
}

function distinct<T extends VersionRef>(refs: readonly T[]): T[] {
  return [...new Map(refs.map((ref) => [`${ref.dataset_id} ${ref.version_number}`, ref])).values()];
}
