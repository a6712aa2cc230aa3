import { createHash } from 'node:crypto';
import type { WatermarkKey } from '../../../runner/domain/watermark.ts';

/** The id of a watermark, which follows from what it is of. */
export function watermarkId(flowId: string, key: WatermarkKey): string {
  const { nodeId, connectionId, table, column } = key;
  const parts = [flowId, nodeId, connectionId, table?.schema, table?.table, column];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}
