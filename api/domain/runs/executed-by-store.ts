import { TRANSACTION, type Database } from '../../../prisma/client.ts';
import { Prisma } from '../../../prisma/generated/client.ts';

/** Whether the process that executes a row of `runs` lives; false too for runs of a cluster. */
export const HAS_LIVING_EXECUTOR = Prisma.sql`EXISTS (
  SELECT FROM pg_locks
  WHERE locktype = 'advisory' AND objsubid = 1 AND granted
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
    AND (classid::bigint << 32 | objid::bigint) = hashtextextended(runs.executed_by, 0))`;

/** One after the other: whoever comes second sees what the first has taken. */
const TAKING_OVER = 'millrace: taking over runs';

/**
 * Makes unfinished runs of processes that have ended those of another. Runs that no process executes
 * are a cluster's, which goes on with them.
 * @param executorId a process that shows its presence
 * @returns their ids, the oldest run first
 */
export async function takeOverRuns(database: Database, executorId: string): Promise<string[]> {
  return await database.$transaction(async (transaction) => {
    await transaction.$queryRaw`
      SELECT pg_advisory_xact_lock(hashtextextended(${TAKING_OVER}, 0))::text`;
    const taken = await transaction.$queryRaw<{ id: string; createdAt: Date }[]>`
      UPDATE runs SET executed_by = ${executorId}
      WHERE status IN ('pending', 'running') AND executed_by IS NOT NULL AND NOT ${HAS_LIVING_EXECUTOR}
      RETURNING id, created_at AS "createdAt"`;
    return taken
      .toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
      .map(({ id }) => id);
  }, TRANSACTION);
}
