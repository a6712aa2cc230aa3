import { z } from 'zod';
import type { Database } from '../../../prisma/client.ts';
import { Prisma } from '../../../prisma/generated/client.ts';
import { queryRows, type QueryClient } from '../../../prisma/query-rows.ts';

/** An object, or all objects below a prefix, whose deletion a sweeper has claimed. */
const claimedDeletion = z.object({
  id: z.bigint(),
  /** A key, or a prefix when it ends with `/`. */
  key: z.string(),
  /** The number of attempts, this one included. */
  attempts: z.int(),
});

export type ClaimedDeletion = Readonly<z.output<typeof claimedDeletion>>;

export interface DeletionCounts {
  readonly pending: number;
  readonly abandoned: number;
}

export interface ObjectDeletionStore {
  /** Claims due deletions, the oldest first, for a lease of LEASE_SECONDS. */
  claim(limit: number): Promise<ClaimedDeletion[]>;
  /** Records that the objects are deleted. */
  deleted(ids: readonly bigint[]): Promise<void>;
  /** Records a failed attempt. @param pauseSeconds until the next attempt; null: none follows */
  failed(deletion: ClaimedDeletion, reason: string, pauseSeconds: number | null): Promise<void>;
  /** Returns claims that were not attempted. */
  release(ids: readonly bigint[]): Promise<void>;
  /** Makes abandoned deletions due. */
  reinstate(): Promise<void>;
  count(): Promise<DeletionCounts>;
}

/** The claims of a killed process expire after this time. */
export const LEASE_SECONDS = 600;
const MAX_REASON = 1_000;

/** Enqueues the deletion of objects; it is due when the transaction commits. */
export async function enqueueDeletions(
  transaction: Prisma.TransactionClient,
  keys: readonly string[],
): Promise<void> {
  if (keys.length === 0) return;
  await transaction.objectDeletion.createMany({ data: keys.map((key) => ({ key })) });
}

/**
 * Schedules the deletion of objects that are about to be written, unless it is withdrawn: a process that is
 * killed in between leaves no orphans.
 * @param key a key, or a prefix when it ends with `/`
 */
export async function scheduleDeletion(
  database: QueryClient,
  key: string,
  afterSeconds: number,
): Promise<bigint> {
  // Claims compare due_at with the clock of the database.
  const [row] = await queryRows(
    database,
    z.object({ id: z.bigint() }),
    Prisma.sql`
      INSERT INTO object_deletions (key, due_at)
      VALUES (${key}, clock_timestamp() + ${afterSeconds} * interval '1 second')
      RETURNING id`,
  );
  if (row === undefined) throw new Error(`The deletion of ${key} was not recorded`);
  return row.id;
}

/** Withdraws scheduled deletions. @returns false when a sweeper has claimed one of them */
export async function withdrawDeletions(
  database: Pick<Database, 'objectDeletion'>,
  ids: readonly bigint[],
): Promise<boolean> {
  const { count } = await database.objectDeletion.deleteMany({
    where: { id: { in: [...ids] }, attempts: 0 },
  });
  return count === ids.length;
}

/**
 * Withdraws the scheduled deletions of objects whose keys several processes write.
 * @returns false when a sweeper has claimed one of them: its object may be deleted any moment
 */
export async function withdrawDeletionsOf(
  database: Pick<Database, 'objectDeletion'>,
  keys: readonly string[],
): Promise<boolean> {
  const where = { key: { in: [...keys] } };
  await database.objectDeletion.deleteMany({ where: { ...where, attempts: 0 } });
  return (await database.objectDeletion.count({ where })) === 0;
}

/** Enqueues the deletion of the files of all versions of datasets. */
export async function enqueueDatasetFiles(
  transaction: Prisma.TransactionClient,
  datasetIds: readonly string[],
): Promise<void> {
  // Prisma's client cannot insert what a query finds.
  await transaction.$executeRaw`
    INSERT INTO object_deletions (key)
    SELECT unnest(ARRAY[source_key, data_key]) FROM dataset_versions
    WHERE dataset_id = ANY(${[...datasetIds]}::text[])`;
}

export function createObjectDeletionStore(database: Database): ObjectDeletionStore {
  return {
    claim: (limit) =>
      // Row locks that skip locked rows.
      queryRows(
        database,
        claimedDeletion,
        Prisma.sql`
          UPDATE object_deletions AS deletion
          SET attempts = attempts + 1, due_at = clock_timestamp() + ${LEASE_SECONDS} * interval '1 second'
          FROM (SELECT id FROM object_deletions WHERE due_at <= now()
                ORDER BY due_at LIMIT ${limit} FOR UPDATE SKIP LOCKED) AS due
          WHERE deletion.id = due.id
          RETURNING deletion.id, deletion.key, deletion.attempts`,
      ),
    async deleted(ids) {
      // One prepared statement for any number of ids; Prisma's client makes one for each number.
      await database.$executeRaw`DELETE FROM object_deletions WHERE id = ANY(${[...ids]}::bigint[])`;
    },
    async failed({ id }, reason, pauseSeconds) {
      const due =
        pauseSeconds === null
          ? Prisma.sql`NULL`
          : Prisma.sql`clock_timestamp() + ${pauseSeconds} * interval '1 second'`;
      const text = reason.slice(0, MAX_REASON).toWellFormed().replaceAll('\0', '');
      // Claims compare due_at with the clock of the database.
      await database.$executeRaw`
        UPDATE object_deletions SET due_at = ${due}, last_error = ${text} WHERE id = ${id}`;
    },
    async release(ids) {
      if (ids.length === 0) return;
      // By the clock of the database, as above.
      await database.$executeRaw`
        UPDATE object_deletions SET due_at = clock_timestamp(), attempts = attempts - 1
        WHERE id = ANY(${[...ids]}::bigint[])`;
    },
    async reinstate() {
      // By the clock of the database, as above.
      await database.$executeRaw`
        UPDATE object_deletions SET due_at = clock_timestamp(), attempts = 0 WHERE due_at IS NULL`;
    },
    async count() {
      const { _count: counted } = await database.objectDeletion.aggregate({
        _count: { _all: true, dueAt: true },
      });
      return { pending: counted.dueAt, abandoned: counted._all - counted.dueAt };
    },
  };
}
