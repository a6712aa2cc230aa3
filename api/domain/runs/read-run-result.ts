import { exactJson } from '../../../runner/domain/exact-json.ts';
import type { RunResult } from '../../../runner/domain/run-result.ts';
import { ObjectNotFoundError, type ObjectStore } from '../../../runner/storage/object-store.ts';

/** The result that a runner stored; null: none. The object store writes objects atomically. */
export async function readRunResult(objects: ObjectStore, key: string): Promise<RunResult | null> {
  try {
    return exactJson.parse(await objects.getText(key)) as RunResult;
  } catch (error) {
    if (error instanceof ObjectNotFoundError) return null;
    throw error;
  }
}
