import type { Prisma } from '../../../prisma/generated/client.ts';

/** Names the lock under which scheduled runs are counted and claimed. */
const COUNTING = 'millrace/scheduled-runs';

/**
 * Whether fewer than `max` scheduled runs are under way, whichever process and loop started them. Others
 * that ask wait until the transaction ends, so that two never take the same room.
 */
export async function hasRoom(
  transaction: Prisma.TransactionClient,
  max: number,
): Promise<boolean> {
  await transaction.$queryRaw`
    SELECT pg_advisory_xact_lock(hashtextextended(${COUNTING}, 0))::text`;
  const [counted] = await transaction.$queryRaw<{ n: number }[]>`
    SELECT ((SELECT count(*) FROM schedules WHERE fire_kind IS NOT NULL)
          + (SELECT count(*) FROM runs AS run
             WHERE run.status IN ('pending', 'running') AND run.schedule_id IS NOT NULL
               AND NOT EXISTS (SELECT FROM schedules AS own
                               WHERE own.id = run.schedule_id AND own.fire_kind IS NOT NULL))
           )::int AS n`;
  return (counted?.n ?? 0) < max;
}
