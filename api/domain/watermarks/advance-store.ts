import { z } from 'zod';
import type { Prisma } from '../../../prisma/generated/client.ts';
import { jsonText } from '../../../prisma/query-rows.ts';
import {
  isSameAddress,
  type ConnectionAddress,
} from '../../../runner/connectors/address-of-connection.ts';
import { exactJson } from '../../../runner/domain/exact-json.ts';
import type { LogEntry } from '../../../runner/domain/run-result.ts';
import { isOfQuery, ofAllValues, type WatermarkAdvance } from '../../../runner/domain/watermark.ts';
import { databaseTime } from '../database-time.ts';
import type { ConnectionAddresses } from '../runs/connection-addresses.ts';
import { storableText } from '../runs/storable-text.ts';
import { watermarkId } from './watermark-id.ts';

/** A run that succeeded. */
export interface FinishedRun {
  readonly runId: string;
}

/**
 * Advances the watermarks of the flow of a run, in the transaction that records its success. One that another
 * run advanced, or a person reset, since this run was accepted stays as it is, so that it never goes back.
 * @returns a warning for each of these
 */
export async function advanceWatermarks(
  transaction: Prisma.TransactionClient,
  { runId }: FinishedRun,
  advances: readonly WatermarkAdvance[],
): Promise<readonly LogEntry[]> {
  if (advances.length === 0) return [];
  const run = await transaction.run.findUnique({
    where: { id: runId },
    select: { flowId: true, connectionAddresses: true },
  });
  if (run === null) return [];
  const { flowId, connectionAddresses } = runRow.parse(run);
  const warnings: LogEntry[] = [];
  const time = await databaseTime(transaction);
  for (const advance of advances) {
    const isAdvanced = await advanceOne(
      transaction,
      { flowId, runId, time, address: connectionAddresses?.[advance.connectionId] ?? null },
      advance,
    );
    if (!isAdvanced) warnings.push(overtaken(advance));
  }
  return warnings;
}

const runRow = z.object({
  flowId: z.string(),
  connectionAddresses: jsonText<ConnectionAddresses>().nullable(),
});

interface AdvancingRun extends FinishedRun {
  readonly flowId: string;
  /** When its watermarks are written. */
  readonly time: Date;
  /** Where it read; null: a process of an older version accepted it. */
  readonly address: ConnectionAddress | null;
}

/** A person may have moved the watermark to another address since the run read at its own. */
function isAt(stored: string | null, address: ConnectionAddress | null): boolean {
  if (stored === null || address === null) return true;
  return isSameAddress(exactJson.parse(stored) as ConnectionAddress, address);
}

async function advanceOne(
  transaction: Prisma.TransactionClient,
  run: AdvancingRun,
  advance: WatermarkAdvance,
): Promise<boolean> {
  return advance.before === null
    ? await insertOne(transaction, run, advance)
    : await updateOne(transaction, run, advance);
}

async function insertOne(
  transaction: Prisma.TransactionClient,
  { flowId, runId, address }: AdvancingRun,
  advance: WatermarkAdvance,
): Promise<boolean> {
  const { table, type, value } = advance;
  const row = {
    id: watermarkId(flowId, advance),
    flowId,
    type,
    value,
    runId,
    nodeId: storableText(advance.nodeId),
    connectionId: advance.connectionId,
    schemaName: table?.schema ?? null,
    tableName: table?.table ?? null,
    columnName: advance.column,
    parameters: textOf(advance.parameters),
    queryDigest: advance.queryDigest ?? null,
    address: textOf(address),
  };
  const { count } = await transaction.watermark.createMany({ data: [row], skipDuplicates: true });
  return count > 0;
}

async function updateOne(
  transaction: Prisma.TransactionClient,
  { flowId, runId, time: updatedAt, address }: AdvancingRun,
  advance: WatermarkAdvance,
): Promise<boolean> {
  const { before, type, value, queryDigest = null } = advance;
  const known = await knownRow(transaction, flowId, advance);
  if (known === null || !isAt(known.address, address)) return false;
  if (!isOfQuery(known, queryDigest)) return false;
  const where = { ...known, value: before ?? value };
  // One that only learns of which query it is was not advanced.
  const moved = value === before ? {} : { type, value, runId, updatedAt };
  const data = {
    ...moved,
    id: watermarkId(flowId, advance),
    parameters: textOf(advance.parameters),
    queryDigest: queryDigest ?? known.queryDigest,
    address: textOf(address) ?? known.address,
  };
  return (await transaction.watermark.updateMany({ where, data })).count > 0;
}

/** JSON; null: there is nothing. */
function textOf(value: object | null | undefined): string | null {
  return value == null ? null : exactJson.stringify(value);
}

interface KnownRow {
  readonly id: string;
  readonly address: string | null;
  readonly queryDigest: string | null;
}

/** The stored row that a run began at. An older version stored one for all values of the parameters of a query. */
async function knownRow(
  transaction: Prisma.TransactionClient,
  flowId: string,
  key: WatermarkAdvance,
): Promise<KnownRow | null> {
  const select = { id: true, address: true, queryDigest: true };
  const where = { id: watermarkId(flowId, key) };
  const known = await transaction.watermark.findUnique({ where, select });
  if (known !== null || key.parameters === undefined) return known;
  const id = watermarkId(flowId, ofAllValues(key));
  return await transaction.watermark.findUnique({ where: { id, queryDigest: null }, select });
}

function overtaken({ nodeId, column }: WatermarkAdvance): LogEntry {
  const message = `The watermark of "${column}" was changed while this run was in progress, and stays as it is. The next run may read rows of this run again.`;
  return { level: 'warning', message, node_id: nodeId };
}
