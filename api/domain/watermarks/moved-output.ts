import { addressLabel, addressOf } from '../../../runner/connectors/address-of-connection.ts';
import type { Connection } from '../../../runner/domain/connection.ts';
import { movedConnection } from '../runs/connection-addresses.ts';
import { watermarksPath } from './refused-reads.ts';
import type { UsedWatermark } from './used-watermarks.ts';

/**
 * The warning of a run that begins at a watermark, and writes where the run that advanced it did not: the rows up to
 * the watermark are not there.
 * @param outputs the connections that the outputs of the flow use
 * @returns null: it writes where that run did, or that is not known
 */
export function movedOutput(
  flowId: string,
  { input: { key }, run }: UsedWatermark,
  outputs: readonly Connection[],
): string | null {
  const before = run?.connectionAddresses ?? null;
  if (before === null) return null;
  const moved = movedConnection(outputs, before);
  if (moved === null) return null;
  const now = addressLabel(addressOf(moved));
  const then = before[moved.id];
  const where = then === undefined ? 'did not use it' : `wrote to ${addressLabel(then)}`;
  const path = watermarksPath(flowId, key.nodeId);
  return `The connection "${moved.name}" of an output names ${now}, and the run that set the watermark of "${key.column}" ${where}. This run writes only rows beyond the watermark there. If the earlier rows are missing there, DELETE ${path} makes the next run read and write all rows; if they are there, nothing needs to be done.`;
}
