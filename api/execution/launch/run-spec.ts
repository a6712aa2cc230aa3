import type { Database } from '../../../prisma/client.ts';
import type { ColumnSchema } from '../../../runner/domain/column.ts';
import type { Engine } from '../../../runner/domain/engine.ts';
import { exactJson } from '../../../runner/domain/exact-json.ts';
import type { GraphDocument } from '../../../runner/domain/graph.ts';
import type { JsonObject } from '../../../runner/domain/json.ts';
import { objectKeys } from '../../../runner/domain/object-keys.ts';
import type { InputBinding, RunSpec } from '../../../runner/domain/run-spec.ts';
import type { ObjectStore } from '../../../runner/storage/object-store.ts';

export interface SpecStoreDeps {
  readonly database: Database;
  readonly objects: ObjectStore;
}

/** The content of a run spec. */
export interface SpecFields extends Pick<
  RunSpec,
  'runId' | 'flowName' | 'engine' | 'graph' | 'inputs'
> {
  /** Null: the flow declares none. */
  readonly parameters: JsonObject | null;
  /** Null or absent: the run is of an older version. */
  readonly localTime?: string | null | undefined;
  /** Null or absent: the run is in no trace. */
  readonly traceparent?: string | null | undefined;
}

/** Stores the spec of a run. It is idempotent. */
export async function putRunSpec(objects: ObjectStore, fields: SpecFields): Promise<void> {
  const { runId, flowName, engine, graph, parameters, inputs, traceparent } = fields;
  const { localTime } = fields;
  const spec: RunSpec = {
    runId,
    flowName,
    engine,
    graph,
    parameters: parameters ?? {},
    inputs,
    ...(localTime == null ? {} : { localTime }),
    ...(traceparent == null ? {} : { traceparent }),
  };
  await objects.put(objectKeys.runSpec(runId), exactJson.stringify(spec));
}

/**
 * Ensures that an accepted run can start: its flow exists and its spec is stored. A process that died
 * before it stored the spec left a row, from which the spec is rebuilt.
 * @returns null when the run can start, else the reason why it never can
 * @throws Error when the database or the object store is unavailable
 */
export async function ensureRunSpec(deps: SpecStoreDeps, runId: string): Promise<string | null> {
  const { database, objects } = deps;
  if (await isOfDeletedFlow(database, runId)) {
    return 'The flow of this run was deleted before the run could start.';
  }
  if ((await objects.head(objectKeys.runSpec(runId))) !== null) return null;
  const row = await findSpecRow(database, runId);
  if (row?.hasInputs !== true)
    return 'The server stopped while the run was being prepared. Retry it.';
  const inputs = bindingsOf(await findVersions(database, runId));
  if ('missing' in inputs) {
    return `Dataset version '${inputs.missing}' was deleted before the run could start.`;
  }
  await putRunSpec(objects, {
    runId,
    flowName: row.flowName,
    engine: row.engine,
    // The JSON columns hold what the API wrote from values of these types.
    graph: exactJson.parse(row.graph) as GraphDocument,
    parameters: row.parameters === null ? null : (exactJson.parse(row.parameters) as JsonObject),
    inputs: inputs.bindings,
    localTime: row.localTime,
    traceparent: row.traceparent,
  });
  return null;
}

/** A flow with active runs is not deleted, but a server of an older version may add one to a deleted flow. */
async function isOfDeletedFlow(database: Database, runId: string): Promise<boolean> {
  const where = { id: runId, flow: { deletedAt: { not: null } } };
  return (await database.run.count({ where })) > 0;
}

interface SpecRow {
  readonly flowName: string;
  readonly engine: Engine;
  readonly graph: string;
  readonly parameters: string | null;
  readonly localTime: string | null;
  readonly traceparent: string | null;
  readonly hasInputs: boolean;
}

async function findSpecRow(database: Database, runId: string): Promise<SpecRow | undefined> {
  const [row] = await database.$queryRaw<SpecRow[]>`
    SELECT flows.name AS "flowName", runs.engine, runs.graph_snapshot AS graph,
           runs.parameters, runs.local_time AS "localTime", runs.traceparent,
           runs.node_inputs IS NOT NULL AS "hasInputs"
    FROM runs JOIN flows ON flows.id = runs.flow_id WHERE runs.id = ${runId}`;
  return row;
}

/** `dataKey` is null when the version is gone; then `columns` and `rowCount` are null too. */
interface VersionRow extends Pick<
  InputBinding,
  'nodeId' | 'datasetId' | 'datasetName' | 'versionNumber'
> {
  readonly dataKey: string | null;
  readonly columns: string | null;
  readonly rowCount: bigint | null;
}

async function findVersions(database: Database, runId: string): Promise<VersionRow[]> {
  return await database.$queryRaw<VersionRow[]>`
    SELECT input.node_id AS "nodeId", input.dataset_id AS "datasetId",
           input.dataset_name AS "datasetName", input.version_number AS "versionNumber",
           version.data_key AS "dataKey", version.column_schema AS columns,
           version.row_count AS "rowCount"
    FROM runs CROSS JOIN LATERAL ROWS FROM (
      json_to_recordset(runs.node_inputs::json)
        AS (node_id text, dataset_id text, dataset_name text, version_number int)
    ) WITH ORDINALITY AS input(node_id, dataset_id, dataset_name, version_number, place)
    LEFT JOIN dataset_versions AS version
      ON version.dataset_id = input.dataset_id AND version.version_number = input.version_number
    WHERE runs.id = ${runId} ORDER BY input.place`;
}

function bindingsOf(
  rows: readonly VersionRow[],
): { readonly bindings: readonly InputBinding[] } | { readonly missing: string } {
  const bindings: InputBinding[] = [];
  for (const { dataKey, columns, rowCount, ...input } of rows) {
    if (dataKey === null || columns === null) {
      return { missing: `${input.datasetId}:${input.versionNumber}` };
    }
    const read = exactJson.parse(columns) as ColumnSchema[];
    bindings.push({ ...input, dataKey, columns: read, rowCount: Number(rowCount ?? 0) });
  }
  return { bindings };
}
