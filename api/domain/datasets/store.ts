import { z } from 'zod';
import { TRANSACTION, type Database } from '../../../prisma/client.ts';
import { Prisma } from '../../../prisma/generated/client.ts';
import { queryRows, type QueryClient } from '../../../prisma/query-rows.ts';
import { databaseTime } from '../database-time.ts';
import { disableFlowsOf, releaseFlows } from '../flows/disabled-flows-store.ts';
import { enqueueDatasetFiles } from '../stored-objects/object-deletion-store.ts';
import { inOrder, listedId, type ListedId } from '../list-batches.ts';
import {
  DATASET_FACTS,
  datasetFactsRow,
  datasetRow,
  SELECT_DATASETS,
  toDatasetRecord,
  type DatasetRecord,
  type VersionContent,
} from './dataset-row-store.ts';
import type { ListPage } from '../page.ts';
import { nameKey } from '../name-key.ts';
import { jsonRows } from '../json-rows-store.ts';

export type { DatasetRecord, VersionContent };

export interface StoredObjects {
  readonly sourceKey: string;
  readonly dataKey: string;
}

/** `blocked`: active runs read the dataset; `flowNames` has up to five of their flows. */
export type PurgeOutcome =
  | { readonly kind: 'purged' }
  | { readonly kind: 'missing' }
  | { readonly kind: 'blocked'; readonly flowNames: readonly string[] };

export interface DatasetFilter {
  /** Undefined: any project. */
  readonly projectId: string | undefined;
  readonly includeDeleted: boolean;
}

export interface DatasetStore {
  /** The ids of a page, the newest first, and the number of all that match. */
  list(
    filter: DatasetFilter,
    page: ListPage,
  ): Promise<{ readonly listed: readonly ListedId[]; readonly total: number }>;
  /**
   * Reads datasets in the order of the ids; ids without a dataset are left out.
   * @param options `content`: whether to read the content of the newest version
   */
  findMany(
    ids: readonly string[],
    options: { readonly content: boolean },
  ): Promise<DatasetRecord[]>;
  find(id: string): Promise<DatasetRecord | null>;
  findByName(
    projectId: string,
    name: string,
  ): Promise<{
    readonly id: string;
    readonly sourceType: string;
    /** Also when it was deleted. */
    readonly isDisabled: boolean;
    readonly isDeleted: boolean;
  } | null>;
  /** The names of up to 100 flows that read the dataset, sorted. */
  flowNames(id: string): Promise<string[]>;
  /** Disables or enables a dataset and the flows that read it. @returns false when it does not exist */
  setDisabled(id: string, isDisabled: boolean): Promise<boolean>;
  /** Marks a dataset as deleted and disables the flows that read it. @returns false when it does not exist */
  softDelete(id: string): Promise<boolean>;
  /**
   * Deletes the rows and enqueues the deletion of the files.
   * @param options `force`: also while active runs read the dataset
   */
  purge(id: string, options: { readonly force: boolean }): Promise<PurgeOutcome>;
  /**
   * Purges up to `limit` datasets that were deleted more than some days ago, the oldest deletion first, in one
   * transaction. Datasets that active runs read stay. @returns how many it purged
   */
  purgeDeleted(days: number, limit: number): Promise<number>;
}

type Transaction = Prisma.TransactionClient;

const idRow = z.object({ id: z.string() });

export function createDatasetStore(database: Database): DatasetStore {
  return {
    async list({ projectId, includeDeleted }, { limit, offset }) {
      const where = Prisma.sql`WHERE
        ${projectId === undefined ? Prisma.sql`true` : Prisma.sql`d.project_id = ${projectId}`}
        AND ${includeDeleted ? Prisma.sql`true` : Prisma.sql`d.deleted_at IS NULL`}`;
      const isWhole = limit === undefined && offset === 0;
      const [listed, total] = await Promise.all([
        // Prisma's client cannot read the lengths of texts.
        jsonRows(
          database,
          listedId,
          Prisma.sql`
            SELECT page.id, COALESCE(v.bytes, 0) AS bytes
            FROM (SELECT d.id, d.latest_version, d.created_at FROM datasets d
                  ${where} ORDER BY d.created_at DESC, d.id
                  LIMIT ${limit ?? null}::int OFFSET ${offset}::bigint) AS page
            LEFT JOIN LATERAL (
              SELECT octet_length(data_sample) + octet_length(column_profile)
                     + pg_column_size(column_schema) AS bytes
              FROM dataset_versions
              WHERE dataset_id = page.id AND version_number = page.latest_version OFFSET 0
            ) AS v ON true
            ORDER BY page.created_at DESC, page.id`,
        ),
        isWhole
          ? null
          : database.dataset.count({
              where: {
                ...(projectId === undefined ? {} : { projectId }),
                ...(includeDeleted ? {} : { deletedAt: null }),
              },
            }),
      ]);
      return { listed, total: total ?? listed.length };
    },
    async findMany(ids, { content }) {
      const which = Prisma.sql`WHERE d.id = ANY(${[...ids]})`;
      if (content) {
        const rows = await queryRows(database, datasetRow, Prisma.sql`${SELECT_DATASETS} ${which}`);
        return inOrder(ids, rows).map(toDatasetRecord);
      }
      // Prisma's client counts the versions of all datasets to count those of a few.
      const facts = Prisma.sql`SELECT ${DATASET_FACTS} FROM datasets d ${which}`;
      const rows = await jsonRows(database, datasetFactsRow, facts);
      return inOrder(ids, rows).map((row) => ({ ...row, content: null }));
    },
    find: (id) => findDataset(database, id),
    async findByName(projectId, name) {
      const found = await database.dataset.findUnique({
        where: { projectId_nameKey: { projectId, nameKey: nameKey(name) } },
        select: { id: true, sourceType: true, isDisabled: true, deletedAt: true },
      });
      if (found === null) return null;
      const { deletedAt, ...dataset } = found;
      return { ...dataset, isDeleted: deletedAt !== null };
    },
    async flowNames(id) {
      const rows = await database.flow.findMany({
        where: { inputs: { some: { datasetId: id } } },
        select: { name: true },
        orderBy: { name: 'asc' },
        take: 100,
      });
      return rows.map(({ name }) => name);
    },
    setDisabled: (id, isDisabled) =>
      database.$transaction((transaction) => setDisabled(transaction, id, isDisabled), TRANSACTION),
    softDelete: (id) =>
      database.$transaction(async (transaction) => {
        const time = await databaseTime(transaction);
        const data = { isDisabled: true, disabledBy: null, deletedAt: time, updatedAt: time };
        const { count } = await transaction.dataset.updateMany({ where: { id }, data });
        if (count > 0) await disableFlowsOf(transaction, [id]);
        return count > 0;
      }, TRANSACTION),
    purge: (id, options) =>
      database.$transaction((transaction) => purge(transaction, id, options.force), TRANSACTION),
    purgeDeleted: (days, limit) =>
      database.$transaction((transaction) => purgeDeleted(transaction, days, limit), TRANSACTION),
  };
}

/** One dataset with the content of its newest version, also within a transaction. */
export async function findDataset(
  database: QueryClient,
  id: string,
): Promise<DatasetRecord | null> {
  const [row] = await queryRows(
    database,
    datasetRow,
    Prisma.sql`${SELECT_DATASETS} WHERE d.id = ${id}`,
  );
  return row === undefined ? null : toDatasetRecord(row);
}

async function setDisabled(
  transaction: Transaction,
  id: string,
  isDisabled: boolean,
): Promise<boolean> {
  // Prisma's client cannot keep a column only where another one stays the same: `disabled_by` names what
  // disabled the dataset for as long as it stays disabled.
  const count = await transaction.$executeRaw`
    UPDATE datasets
    SET disabled_by = CASE WHEN is_disabled = ${isDisabled} THEN disabled_by END,
        is_disabled = ${isDisabled}, updated_at = clock_timestamp(),
        deleted_at = CASE WHEN ${isDisabled} THEN deleted_at END
    WHERE id = ${id}`;
  if (count === 0) return false;
  await (isDisabled ? disableFlowsOf(transaction, [id]) : releaseFlows(transaction, [id]));
  return true;
}

async function purge(transaction: Transaction, id: string, force: boolean): Promise<PurgeOutcome> {
  // A row lock.
  const lock = Prisma.sql`SELECT id FROM datasets WHERE id = ${id} FOR UPDATE`;
  const locked = await queryRows(transaction, idRow, lock);
  if (locked.length === 0) return { kind: 'missing' };
  // Prisma's client finds distinct names only after it has read all.
  const readers = await queryRows(
    transaction,
    z.object({ name: z.string() }),
    Prisma.sql`
      SELECT DISTINCT f.name FROM run_inputs i
      JOIN runs r ON r.id = i.run_id AND r.status IN ('pending', 'running')
      JOIN flows f ON f.id = r.flow_id
      WHERE i.dataset_id = ${id} ORDER BY f.name LIMIT 5`,
  );
  if (readers.length > 0 && !force) {
    return { kind: 'blocked', flowNames: readers.map(({ name }) => name) };
  }
  await removeDatasets(transaction, [id]);
  return { kind: 'purged' };
}

async function purgeDeleted(
  transaction: Transaction,
  days: number,
  limit: number,
): Promise<number> {
  // A row lock that skips locked rows, and the database's clock. An index is of no use to clock_timestamp().
  const rows = await queryRows(
    transaction,
    idRow,
    Prisma.sql`
      SELECT id FROM datasets
      WHERE deleted_at < now() - ${days} * interval '1 day' AND id NOT IN (
        SELECT i.dataset_id FROM run_inputs i
        JOIN runs r ON r.id = i.run_id AND r.status IN ('pending', 'running'))
      ORDER BY deleted_at LIMIT ${limit} FOR UPDATE SKIP LOCKED`,
  );
  await removeDatasets(
    transaction,
    rows.map(({ id }) => id),
  );
  return rows.length;
}

/** Deletes rows and enqueues the deletion of their files. */
async function removeDatasets(transaction: Transaction, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await enqueueDatasetFiles(transaction, ids);
  await disableFlowsOf(transaction, ids);
  await transaction.dataset.deleteMany({ where: { id: { in: [...ids] } } });
}
