import type { Database } from '../../../prisma/client.ts';

/** More ids at once would exceed the parameters of a statement. */
const BATCH = 10_000;

/** Returns those of the ids that are of no dataset any more. A deleted one exists until it is purged. */
export async function purgedOf(
  database: Pick<Database, 'dataset'>,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const purged = new Set(ids);
  for (let at = 0; at < ids.length; at += BATCH) {
    const found = await database.dataset.findMany({
      where: { id: { in: ids.slice(at, at + BATCH) } },
      select: { id: true },
    });
    for (const { id } of found) purged.delete(id);
  }
  return purged;
}
