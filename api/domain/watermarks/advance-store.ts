import type { Prisma } from '../../../prisma/generated/client.ts';
import type { LogEntry } from '../../../runner/domain/run-result.ts';
import type { WatermarkAdvance } from '../../../runner/domain/watermark.ts';
import { storableText } from '../runs/storable-text.ts';
import { watermarkId } from './watermark-id.ts';

/** A run that succeeded. */
export interface FinishedRun {
  readonly runId: string;
  readonly time: Date;
}

/**
 * Advances the watermarks of the flow of a run, in the transaction that records its success. One that another
 * run advanced, or a person reset, since this run was accepted stays as it is, so that it never goes back.
 * @returns a warning for each of these
 */
export async function advanceWatermarks(
  transaction: Prisma.TransactionClient,
  { runId, time }: FinishedRun,
  advances: readonly WatermarkAdvance[],
): Promise<readonly LogEntry[]> {
  if (advances.length === 0) return [];
  const run = await transaction.run.findUnique({ where: { id: runId }, select: { flowId: true } });
  if (run === null) return [];
  const warnings: LogEntry[] = [];
  for (const advance of advances) {
    const isAdvanced = await advanceOne(transaction, { ...run, runId, time }, advance);
    if (!isAdvanced) warnings.push(overtaken(advance));
  }
  return warnings;
}

async function advanceOne(
  transaction: Prisma.TransactionClient,
  { flowId, runId, time: updatedAt }: FinishedRun & { readonly flowId: string },
  advance: WatermarkAdvance,
): Promise<boolean> {
  const { table, before, type, value } = advance;
  const id = watermarkId(flowId, advance);
  if (before !== null) {
    const where = { id, value: before };
    const data = { type, value, runId, updatedAt };
    return (await transaction.watermark.updateMany({ where, data })).count > 0;
  }
  const row = {
    id,
    flowId,
    type,
    value,
    runId,
    updatedAt,
    nodeId: storableText(advance.nodeId),
    connectionId: advance.connectionId,
    schemaName: table?.schema ?? null,
    tableName: table?.table ?? null,
    columnName: advance.column,
  };
  const { count } = await transaction.watermark.createMany({ data: [row], skipDuplicates: true });
  return count > 0;
}

function overtaken({ nodeId, column }: WatermarkAdvance): LogEntry {
  const message = `The watermark of "${column}" was changed while this run was in progress, and stays as it is. The next run may read rows of this run again.`;
  return { level: 'warning', message, node_id: nodeId };
}
