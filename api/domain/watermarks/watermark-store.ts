import { z } from 'zod';
import type { Database } from '../../../prisma/client.ts';
import type { Prisma } from '../../../prisma/generated/client.ts';
import { jsonText } from '../../../prisma/query-rows.ts';
import {
  addressOf,
  isSameAddress,
  type ConnectionAddress,
} from '../../../runner/connectors/address-of-connection.ts';
import type { ConnectionAddresses } from '../runs/connection-addresses.ts';
import type { Connection } from '../../../runner/domain/connection.ts';
import { exactJson } from '../../../runner/domain/exact-json.ts';
import type { JsonObject } from '../../../runner/domain/json.ts';
import { WATERMARK_TYPES, type Watermark } from '../../../runner/domain/watermark.ts';

/** A stored watermark, with its last change. */
export interface StoredWatermark extends Watermark {
  /** Where its rows were read; null: at the present address of the connection. */
  readonly address: ConnectionAddress | null;
  /** The run that advanced it. */
  readonly runId: string;
  readonly updatedAt: Date;
}

const row = z
  .object({
    nodeId: z.string(),
    connectionId: z.string(),
    schemaName: z.string().nullable(),
    tableName: z.string().nullable(),
    columnName: z.string(),
    type: z.enum(WATERMARK_TYPES),
    value: z.string(),
    parameters: jsonText<JsonObject>().nullable(),
    queryDigest: z.string().nullable(),
    address: jsonText<ConnectionAddress>().nullable(),
    runId: z.string(),
    updatedAt: z.date(),
  })
  .transform(
    ({
      schemaName: schema,
      tableName: table,
      columnName: column,
      parameters,
      queryDigest,
      ...rest
    }): StoredWatermark => ({
      ...rest,
      column,
      table: table === null ? null : { schema, table },
      ...(parameters === null ? {} : { parameters }),
      ...(queryDigest === null ? {} : { queryDigest }),
    }),
  );

/** The watermarks of a flow by node and last change, also those of what its nodes read before. */
export async function listWatermarks(
  database: Database,
  flowId: string,
): Promise<readonly StoredWatermark[]> {
  const rows = await database.watermark.findMany({
    where: { flowId },
    orderBy: [{ nodeId: 'asc' }, { updatedAt: 'desc' }, { id: 'asc' }],
  });
  return rows.map((found) => row.parse(found));
}

/** A watermark as a runner needs it. */
export function watermarkOf(stored: Watermark): Watermark {
  const { nodeId, connectionId, table, column, parameters, type, value, queryDigest } = stored;
  return {
    nodeId,
    connectionId,
    table,
    column,
    type,
    value,
    ...(parameters === undefined ? {} : { parameters }),
    ...(queryDigest === undefined ? {} : { queryDigest }),
  };
}

/** Whether a watermark is of the data that its connection names now. */
export function isOfPresentAddress(
  { address }: Pick<StoredWatermark, 'address'>,
  connection: Connection,
): boolean {
  return address === null || isSameAddress(address, addressOf(connection));
}

/** Deletes the watermarks of a node, whose next run then reads all rows. @returns false when there is none */
export async function deleteWatermarks(
  database: Database,
  flowId: string,
  nodeId: string,
): Promise<boolean> {
  const { count } = await database.watermark.deleteMany({ where: { flowId, nodeId } });
  return count > 0;
}

/** What the watermarks of a node are to count as of. */
export interface PresentSource {
  readonly connections: readonly Connection[];
  /** The digest of the query of the node. Absent: it has none. */
  readonly queryDigest?: string | undefined;
}

/** Lets the watermarks of a node count as of the present addresses of their connections, and of its present query. */
export async function moveWatermarks(
  database: Database,
  of: { readonly flowId: string; readonly nodeId: string },
  { connections, queryDigest }: PresentSource,
): Promise<void> {
  if (queryDigest !== undefined) {
    // Those without a digest count as of the present query anyway.
    await database.watermark.updateMany({
      where: { ...of, queryDigest: { not: null } },
      data: { queryDigest },
    });
  }
  for (const connection of connections) {
    await database.watermark.updateMany({
      where: { ...of, connectionId: connection.id },
      data: { address: exactJson.stringify(addressOf(connection)) },
    });
  }
}

/**
 * Fixes the address of the watermarks that count as of the present one, in the transaction that changes it.
 * @param before the connection before the change
 */
export async function fixWatermarks(
  transaction: Prisma.TransactionClient,
  before: Connection,
): Promise<void> {
  await transaction.watermark.updateMany({
    where: { connectionId: before.id, address: null },
    data: { address: exactJson.stringify(addressOf(before)) },
  });
}

/** The run that advanced a watermark. */
export interface AdvancingRun {
  /** Null: its flow declares no parameters. */
  readonly parameters: JsonObject | null;
  /** Null: it is of an older version. */
  readonly connectionAddresses: ConnectionAddresses | null;
}

/** Finds runs that advanced watermarks, by id; those that were removed are left out. */
export async function findAdvancingRuns(
  database: Database,
  ids: readonly string[],
): Promise<ReadonlyMap<string, AdvancingRun>> {
  if (ids.length === 0) return new Map();
  const rows = await database.run.findMany({
    where: { id: { in: [...ids] } },
    select: { id: true, parameters: true, connectionAddresses: true },
  });
  return new Map(rows.map((found) => [found.id, advancingRun.parse(found)]));
}

const advancingRun = z.object({
  parameters: jsonText<JsonObject>().nullable(),
  connectionAddresses: jsonText<ConnectionAddresses>().nullable(),
});
