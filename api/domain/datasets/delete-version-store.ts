import { z } from 'zod';
import { Prisma } from '../../../prisma/generated/client.ts';
import { queryRows } from '../../../prisma/query-rows.ts';
import { enqueueDeletions } from '../stored-objects/object-deletion-store.ts';
import { findPinningFlows } from './pinning-flows-store.ts';

/** What became of the deletion of a version. `flowNames` has up to five flows. */
export type DeletedVersion =
  | { readonly kind: 'deleted' }
  | { readonly kind: 'missing' }
  | { readonly kind: 'only' }
  | { readonly kind: 'read'; readonly flowNames: readonly string[] }
  | { readonly kind: 'pinned'; readonly flowNames: readonly string[] };

const MAX_NAMED = 5;

/** Deletes a version, unless it is the only one, an active run reads it, or a flow names its number. */
export async function deleteVersion(
  transaction: Prisma.TransactionClient,
  datasetId: string,
  number: number,
): Promise<DeletedVersion> {
  // Row locks, which an upload of the next version and a run that is about to read this one wait for.
  const rowId = z.object({ id: z.string() });
  const dataset = Prisma.sql`SELECT id FROM datasets WHERE id = ${datasetId} FOR UPDATE`;
  await queryRows(transaction, rowId, dataset);
  const read = Prisma.sql`
    SELECT id FROM dataset_versions WHERE dataset_id = ${datasetId} AND version_number = ${number} FOR UPDATE`;
  await queryRows(transaction, rowId, read);
  const versions = await transaction.datasetVersion.findMany({
    where: { datasetId },
    select: { id: true, versionNumber: true, sourceKey: true, dataKey: true },
    orderBy: { versionNumber: 'desc' },
  });
  const version = versions.find(({ versionNumber }) => versionNumber === number);
  if (version === undefined) return { kind: 'missing' };
  const [latest] = versions.filter(({ versionNumber }) => versionNumber !== number);
  if (latest === undefined) return { kind: 'only' };
  const readers = await readersOf(transaction, datasetId, number);
  if (readers.length > 0) return { kind: 'read', flowNames: readers };
  const pinning = await findPinningFlows(transaction, datasetId, number);
  if (pinning.length > 0) return { kind: 'pinned', flowNames: pinning.slice(0, MAX_NAMED) };
  await transaction.datasetVersion.delete({ where: { id: version.id }, select: { id: true } });
  await enqueueDeletions(transaction, [version.sourceKey, version.dataKey]);
  const { versionNumber: latestVersion } = latest;
  await transaction.$executeRaw`
    UPDATE datasets SET latest_version = ${latestVersion}, updated_at = clock_timestamp(),
                        last_number = GREATEST(last_number, latest_version)
    WHERE id = ${datasetId}`;
  return { kind: 'deleted' };
}

/** The flows whose active runs read a version. */
async function readersOf(
  transaction: Prisma.TransactionClient,
  datasetId: string,
  number: number,
): Promise<readonly string[]> {
  const runs = await transaction.run.findMany({
    where: {
      status: { in: ['pending', 'running'] },
      inputs: { some: { datasetId, versionNumber: number } },
    },
    select: { flow: { select: { name: true } } },
    take: MAX_NAMED,
  });
  return [...new Set(runs.map(({ flow }) => flow.name))].sort();
}
