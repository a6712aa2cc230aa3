import { z } from 'zod';
import type { Database } from '../../../prisma/client.ts';
import type { Connection } from '../../../runner/domain/connection.ts';
import type { ColumnSchema } from '../../../runner/domain/column.ts';
import type { Engine } from '../../../runner/domain/engine.ts';
import { exactJson } from '../../../runner/domain/exact-json.ts';
import type { JsonObject } from '../../../runner/domain/json.ts';
import { objectKeys } from '../../../runner/domain/object-keys.ts';
import type { InputBinding, RunSpec } from '../../../runner/domain/run-spec.ts';
import type { Watermark } from '../../../runner/domain/watermark.ts';
import type { ObjectStore } from '../../../runner/storage/object-store.ts';
import { connectionIdsOf } from '../../domain/connections/connection-ids.ts';
import { connectionFinder } from '../../domain/connections/connection-finder.ts';
import {
  movedConnection,
  type ConnectionAddresses,
} from '../../domain/runs/connection-addresses.ts';
import { storedGraph } from '../../domain/runs/stored-graph.ts';
import {
  isOfPresentAddress,
  listWatermarks,
  watermarkOf,
  type StoredWatermark,
} from '../../domain/watermarks/watermark-store.ts';

export interface SpecStoreDeps {
  readonly database: Database;
  readonly objects: ObjectStore;
}

/** The content of a run spec. */
export interface SpecFields extends Pick<
  RunSpec,
  'runId' | 'flowName' | 'engine' | 'graph' | 'inputs'
> {
  /** The connections that nodes use. Absent: none. */
  readonly connections?: readonly Connection[] | undefined;
  /** The watermarks of the flow. Absent: none. */
  readonly watermarks?: readonly Watermark[] | undefined;
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
  const { localTime, connections = [], watermarks = [] } = fields;
  const spec: RunSpec = {
    runId,
    flowName,
    engine,
    graph,
    parameters: parameters ?? {},
    inputs,
    ...(connections.length === 0 ? {} : { connections }),
    ...(watermarks.length === 0 ? {} : { watermarks }),
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
  const row = await database.run.findUnique({
    where: { id: runId },
    select: {
      engine: true,
      graphSnapshot: true,
      parameters: true,
      localTime: true,
      traceparent: true,
      nodeInputs: true,
      connectionAddresses: true,
      flowId: true,
      flow: { select: { name: true } },
    },
  });
  if (row?.nodeInputs == null) {
    return 'The server stopped while the run was being prepared. Retry it.';
  }
  const bindings = await findBindings(database, nodeInputs.parse(JSON.parse(row.nodeInputs)));
  if ('missing' in bindings) {
    return `Dataset version '${bindings.missing}' was deleted before the run could start.`;
  }
  const graph = storedGraph(row.graphSnapshot);
  const parameters =
    row.parameters === null ? null : (exactJson.parse(row.parameters) as JsonObject);
  // Those of now: the process that accepted the run died before it stored them. That process checked that
  // the project of the flow may use them.
  const named = connectionIdsOf(graph, parameters ?? {});
  const found = await connectionFinder(database)(named, null);
  const connections = found.map(({ connection }) => connection);
  const moved = movedSince(row.connectionAddresses, connections);
  if (moved !== null) {
    return `The connection "${moved.name}" was changed to another address before the run could start. Retry it.`;
  }
  await putRunSpec(objects, {
    runId,
    flowName: row.flow.name,
    // The columns below hold values of these types.
    engine: row.engine as Engine,
    graph,
    parameters,
    inputs: bindings.found,
    connections,
    watermarks: await usableWatermarks(database, row.flowId, connections),
    localTime: row.localTime,
    traceparent: row.traceparent,
  });
  return null;
}

/** The first connection that changed its address since the run was accepted; null: there is none, or it is unknown. */
function movedSince(
  accepted: string | null,
  connections: readonly Connection[],
): Connection | null {
  if (accepted === null) return null;
  const used = exactJson.parse(accepted) as ConnectionAddresses;
  return movedConnection(
    connections.filter(({ id }) => Object.hasOwn(used, id)),
    used,
  );
}

/** The watermarks of the addresses at which the run reads. */
async function usableWatermarks(
  database: Database,
  flowId: string,
  connections: readonly Connection[],
): Promise<readonly Watermark[]> {
  const stored = await listWatermarks(database, flowId);
  const isUsable = (watermark: StoredWatermark): boolean => {
    const connection = connections.find(({ id }) => id === watermark.connectionId);
    return connection === undefined || isOfPresentAddress(watermark, connection);
  };
  return stored.filter(isUsable).map(watermarkOf);
}

/**
 * The secret references of the connections of a run as they were when it was accepted. Its spec must exist.
 * @throws Error when the object store is unavailable
 */
export async function secretsOfRunSpec(
  objects: ObjectStore,
  runId: string,
): Promise<readonly string[]> {
  const text = await objects.getText(objectKeys.runSpec(runId));
  const { connections = [] } = exactJson.parse(text) as Partial<RunSpec>;
  return connections.flatMap(({ secret }) => secret ?? []);
}

/** A flow with active runs is not deleted, but a server of an older version may add one to a deleted flow. */
async function isOfDeletedFlow(database: Database, runId: string): Promise<boolean> {
  const where = { id: runId, flow: { deletedAt: { not: null } } };
  return (await database.run.count({ where })) > 0;
}

const nodeInputs = z.array(
  z.object({
    node_id: z.string(),
    dataset_id: z.string(),
    dataset_name: z.string(),
    version_number: z.number(),
  }),
);

/** @returns the bindings in the order of the inputs, or the first version that does not exist any more */
async function findBindings(
  database: Database,
  inputs: z.output<typeof nodeInputs>,
): Promise<{ readonly found: readonly InputBinding[] } | { readonly missing: string }> {
  const versions = await database.datasetVersion.findMany({
    where: {
      OR: inputs.map((input) => ({
        datasetId: input.dataset_id,
        versionNumber: input.version_number,
      })),
    },
    select: {
      datasetId: true,
      versionNumber: true,
      dataKey: true,
      columnSchema: true,
      rowCount: true,
    },
  });
  const keyOf = (datasetId: string, version: number): string => `${datasetId}:${version}`;
  const byKey = new Map(versions.map((row) => [keyOf(row.datasetId, row.versionNumber), row]));
  const found: InputBinding[] = [];
  for (const { node_id: nodeId, dataset_name: datasetName, ...input } of inputs) {
    const key = keyOf(input.dataset_id, input.version_number);
    const version = byKey.get(key);
    if (version === undefined) return { missing: key };
    const { datasetId, versionNumber, dataKey } = version;
    const columns = exactJson.parse(version.columnSchema) as ColumnSchema[];
    const rowCount = Number(version.rowCount);
    found.push({ nodeId, datasetId, datasetName, versionNumber, dataKey, columns, rowCount });
  }
  return { found };
}
