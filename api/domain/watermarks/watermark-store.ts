import { z } from 'zod';
import type { Database } from '../../../prisma/client.ts';
import { WATERMARK_TYPES, type Watermark } from '../../../runner/domain/watermark.ts';

/** A stored watermark, with its last change. */
export interface StoredWatermark extends Watermark {
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
    runId: z.string(),
    updatedAt: z.date(),
  })
  .transform(
    ({ schemaName: schema, tableName: table, columnName: column, ...rest }): StoredWatermark => ({
      ...rest,
      column,
      table: table === null ? null : { schema, table },
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

/** The watermarks of a flow as its runs need them. */
export async function findWatermarks(
  database: Database,
  flowId: string,
): Promise<readonly Watermark[]> {
  const stored = await listWatermarks(database, flowId);
  return stored.map(({ nodeId, connectionId, table, column, type, value }) => ({
    nodeId,
    connectionId,
    table,
    column,
    type,
    value,
  }));
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
