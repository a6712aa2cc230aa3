import { exactJson } from '../../../runner/domain/exact-json.ts';
import {
  isSameWatermark,
  ofAllValues,
  type Watermark,
  type WatermarkKey,
} from '../../../runner/domain/watermark.ts';
import type { IncrementalInput } from '../../../runner/graph/incremental-inputs.ts';
import { markParameters } from '../../../runner/graph/query-identity.ts';
import type { AdvancingRun, StoredWatermark } from './watermark-store.ts';

/** A watermark at which an input of a run would begin. */
export interface UsedWatermark {
  readonly input: IncrementalInput;
  readonly stored: StoredWatermark;
  /** The run that advanced it; null: it was removed. */
  readonly run: AdvancingRun | null;
}

/** Finds runs by id; those that were removed are left out. */
export type FindAdvancingRuns = (
  ids: readonly string[],
) => Promise<ReadonlyMap<string, AdvancingRun>>;

/** The watermarks at which the inputs of a run would begin. */
export async function usedWatermarks(
  inputs: readonly IncrementalInput[],
  stored: readonly StoredWatermark[],
  findRuns: FindAdvancingRuns,
): Promise<readonly UsedWatermark[]> {
  const found = inputs.flatMap((input) => {
    const own = stored.find((watermark) => isSameWatermark(watermark, input.key));
    const used = own ?? stored.find((watermark) => isOfAllValues(watermark, input.key));
    return used === undefined ? [] : [{ input, stored: used }];
  });
  const runs = await findRuns(found.map(({ stored: { runId } }) => runId));
  return found
    .map((used) => ({ ...used, run: runs.get(used.stored.runId) ?? null }))
    .filter(isOfInput);
}

/** Whether an older version stored a watermark of a query, which had one for all values of its parameters. */
function isOfAllValues(watermark: StoredWatermark, key: WatermarkKey): boolean {
  if (key.parameters === undefined || watermark.queryDigest !== undefined) return false;
  return isSameWatermark(watermark, ofAllValues(key));
}

/** One of an older version is of the values of the run that advanced it; if that was removed, of any. */
function isOfInput({ input: { key }, stored, run }: UsedWatermark): boolean {
  if (run === null || isSameWatermark(stored, key)) return true;
  const names = Object.keys(key.parameters ?? {});
  const values = names.map((name) => [name, run.parameters?.[name] ?? null] as const);
  const parameters = markParameters(Object.fromEntries(values));
  return exactJson.stringify(parameters) === exactJson.stringify(key.parameters);
}

/** A used watermark as a runner needs it. */
export function toWatermark({ input, stored }: UsedWatermark, warning: string | null): Watermark {
  const { type, value, queryDigest } = stored;
  return {
    ...input.key,
    type,
    value,
    ...(queryDigest === undefined ? {} : { queryDigest }),
    ...(warning === null ? {} : { warning }),
  };
}
