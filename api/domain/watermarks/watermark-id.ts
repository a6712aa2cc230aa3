import { createHash } from 'node:crypto';
import { parametersText, type WatermarkKey } from '../../../runner/domain/watermark.ts';

/** The id of a watermark, which follows from what it is of. */
export function watermarkId(flowId: string, key: WatermarkKey): string {
  const { nodeId, connectionId, table, column } = key;
  const parts = [flowId, nodeId, connectionId, table?.schema, table?.table, column];
  // Without values the id is that of older versions.
  if (key.parameters !== undefined) parts.push(parametersText(key));
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}
