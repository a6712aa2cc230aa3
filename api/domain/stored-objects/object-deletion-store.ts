import type { Database } from '../../../prisma/client.ts';
import { Prisma } from '../../../prisma/generated/client.ts';

/** An object, or all objects below a prefix, that a sweeper has claimed. */
export interface ClaimedDeletion {
  readonly id: bigint;
  /** A key, or a prefix when it ends with `/`. */
  readonly key: string;
  /** This attempt included. */
  readonly attempts: number;
}

export interface DeletionCounts {
  readonly pending: number;
  readonly abandoned: number;
}

export interface ObjectDeletionStore {
  /** Claims what is due, the longest due first. Another sweeper can claim it when the lease is over. */
  claim(limit: number): Promise<ClaimedDeletion[]>;
  deleted(ids: readonly bigint[]): Promise<void>;
  /** @param pauseSeconds until the next attempt; null: there is none */
  failed(deletion: ClaimedDeletion, reason: string, pauseSeconds: number | null): Promise<void>;
  /** Returns claims that were not attempted. */
  release(ids: readonly bigint[]): Promise<void>;
  /** Makes what was given up due again. */
  reinstate(): Promise<void>;
  count(): Promise<DeletionCounts>;
}

/** A process that was killed keeps its claims for so long. */
export const LEASE_SECONDS = 600;
const MAX_REASON = 1_000;

/** Has objects deleted in the background once the transaction is committed. */
export async function enqueueDeletions(
  transaction: Prisma.TransactionClient,
  keys: readonly string[],
): Promise<void> {
  if (keys.length === 0) return;
  await transaction.$executeRaw`
    INSERT INTO object_deletions (key) SELECT unnest(${[...keys]}::text[])`;
}

/**
 * Has objects deleted later, unless that is withdrawn: recorded before they are written, so that a
 * process that is killed leaves none for ever.
 * @param key a key, or a prefix when it ends with `/`
 */
export async function scheduleDeletion(
  database: Pick<Database, '$queryRaw'>,
  key: string,
  afterSeconds: number,
): Promise<bigint> {
  const [row] = await database.$queryRaw<{ id: bigint }[]>`
    INSERT INTO object_deletions (key, due_at)
    VALUES (${key}, clock_timestamp() + ${afterSeconds} * interval '1 second')
    RETURNING id`;
  if (row === undefined) throw new Error(`The deletion of ${key} was not recorded`);
  return row.id;
}

/** @returns false when a sweeper has begun with one of them: the objects are gone, or will be */
export async function withdrawDeletions(
  database: Pick<Database, '$executeRaw'>,
  ids: readonly bigint[],
): Promise<boolean> {
  const withdrawn = await database.$executeRaw`
    DELETE FROM object_deletions WHERE id = ANY(${[...ids]}::bigint[]) AND attempts = 0`;
  return withdrawn === ids.length;
}

/** The same as `enqueueDeletions` for the files of every version of datasets, whose keys never leave the database. */
export async function enqueueDatasetFiles(
  transaction: Prisma.TransactionClient,
  datasetIds: readonly string[],
): Promise<void> {
  await transaction.$executeRaw`
    INSERT INTO object_deletions (key)
    SELECT unnest(ARRAY[source_key, data_key]) FROM dataset_versions
    WHERE dataset_id = ANY(${[...datasetIds]}::text[])`;
}

export function createObjectDeletionStore(database: Database): ObjectDeletionStore {
  return {
    claim: (limit) => database.$queryRaw<ClaimedDeletion[]>`
      UPDATE object_deletions AS deletion
      SET attempts = attempts + 1, due_at = clock_timestamp() + ${LEASE_SECONDS} * interval '1 second'
      FROM (SELECT id FROM object_deletions WHERE due_at <= now()
            ORDER BY due_at LIMIT ${limit} FOR UPDATE SKIP LOCKED) AS due
      WHERE deletion.id = due.id
      RETURNING deletion.id, deletion.key, deletion.attempts`,
    async deleted(ids) {
      // One statement for any number of them: the server keeps each that comes again.
      await database.$executeRaw`DELETE FROM object_deletions WHERE id = ANY(${[...ids]}::bigint[])`;
    },
    async failed({ id }, reason, pauseSeconds) {
      const due =
        pauseSeconds === null
          ? Prisma.sql`NULL`
          : Prisma.sql`clock_timestamp() + ${pauseSeconds} * interval '1 second'`;
      const text = reason.slice(0, MAX_REASON).toWellFormed().replaceAll('\0', '');
      await database.$executeRaw`
        UPDATE object_deletions SET due_at = ${due}, last_error = ${text} WHERE id = ${id}`;
    },
    async release(ids) {
      if (ids.length === 0) return;
      await database.$executeRaw`
        UPDATE object_deletions SET due_at = clock_timestamp(), attempts = attempts - 1
        WHERE id = ANY(${[...ids]}::bigint[])`;
    },
    async reinstate() {
      await database.$executeRaw`
        UPDATE object_deletions SET due_at = clock_timestamp(), attempts = 0 WHERE due_at IS NULL`;
    },
    async count() {
      const [counts] = await database.$queryRaw<DeletionCounts[]>`
        SELECT count(due_at)::int AS pending, (count(*) - count(due_at))::int AS abandoned
        FROM object_deletions`;
      return counts ?? { pending: 0, abandoned: 0 };
    },
  };
}
