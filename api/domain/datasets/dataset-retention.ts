import type { SettingsService } from '../settings/service.ts';
import type { DatasetStore } from './store.ts';

/** The maximum of one call; the next call purges the rest. */
const MAX_PURGED = 1_000;
/** The maximum of one transaction. */
const PURGE_BATCH = 100;

/**
 * Purges datasets that were deleted more than DATASET_RETENTION_DAYS ago, except those that active runs read. Their
 * files wait for their deletion afterwards.
 * @returns how many it purged
 */
export async function purgeExpiredDatasets(
  store: Pick<DatasetStore, 'purgeDeleted'>,
  settings: Pick<SettingsService, 'get'>,
): Promise<number> {
  const days = await settings.get('DATASET_RETENTION_DAYS');
  let all = 0;
  let purged: number;
  do {
    purged = await store.purgeDeleted(days, PURGE_BATCH);
    all += purged;
  } while (purged === PURGE_BATCH && all < MAX_PURGED);
  return all;
}
