import { TRANSACTION, type Database } from '../../../prisma/client.ts';
import { Prisma } from '../../../prisma/generated/client.ts';
import type { FileFormat } from '../../../runner/domain/file-format.ts';
import { disableFlowsOf, releaseFlows } from '../flows/disabled-flows-store.ts';
import { enqueueDatasetFiles } from '../stored-objects/object-deletion-store.ts';
import { inOrder, type ListedId } from '../list-batches.ts';
import type { ListPage } from '../page.ts';
import { nameKey } from '../name-key.ts';
import { jsonRows } from '../json-rows-store.ts';
import { countOf } from './row-count-store.ts';

/** What is known of a version's content; the JSON texts can hold integers beyond 2^53. */
export interface VersionContent {
  readonly columnSchema: string;
  readonly columnProfile: string;
  readonly dataSample: string;
  readonly parseOptions: string | null;
}

export interface DatasetRecord {
  readonly id: string;
  readonly projectId: string;
  readonly name: string;
  readonly sourceType: FileFormat;
  readonly datasetKind: 'input' | 'output';
  readonly isDisabled: boolean;
  readonly deletedAt: Date | null;
  readonly latestVersion: number;
  readonly versionCount: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** Null when there is no version. */
  readonly content: VersionContent | null;
}

export interface StoredObjects {
  readonly sourceKey: string;
  readonly dataKey: string;
}

/** `blocked` names up to five flows whose runs read the dataset. */
export type PurgeOutcome =
  | { readonly kind: 'purged' }
  | { readonly kind: 'missing' }
  | { readonly kind: 'blocked'; readonly flowNames: readonly string[] };

export interface DatasetFilter {
  /** Undefined: of any project. */
  readonly projectId: string | undefined;
  readonly includeDeleted: boolean;
}

export interface DatasetStore {
  /** Which there are, the newest first; and how many in all. */
  list(
    filter: DatasetFilter,
    page: ListPage,
  ): Promise<{ readonly listed: readonly ListedId[]; readonly total: number }>;
  /** Some of them, in the order of the ids. @param content whether what is in them is read too */
  findMany(
    ids: readonly string[],
    options: { readonly content: boolean },
  ): Promise<DatasetRecord[]>;
  find(id: string): Promise<DatasetRecord | null>;
  findByName(
    projectId: string,
    name: string,
  ): Promise<{ readonly id: string; readonly sourceType: string } | null>;
  /** Names of flows that read it, in their order, a hundred at most. */
  flowNames(id: string): Promise<string[]>;
  /** Disables or enables it, and the flows that use it. @returns false when it is not there */
  setDisabled(id: string, isDisabled: boolean): Promise<boolean>;
  /** Marks it as deleted and disables the flows that use it. @returns false when it is not there */
  softDelete(id: string, time: Date): Promise<boolean>;
  /** Removes the rows, and has the files deleted in the background. @param force also while runs read it */
  purge(id: string, options: { readonly force: boolean }): Promise<PurgeOutcome>;
  /**
   * Purges datasets that were deleted before a time, the longest deleted first, in one transaction.
   * Those that runs read stay. @returns how many
   */
  purgeDeleted(before: Date, limit: number): Promise<number>;
}

type Transaction = Prisma.TransactionClient;

interface Row {
  readonly id: string;
  readonly project_id: string;
  readonly name: string;
  readonly source_type: FileFormat;
  readonly dataset_kind: 'input' | 'output';
  readonly is_disabled: boolean;
  readonly deleted_at: Date | null;
  readonly latest_version: number;
  readonly version_count: number;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly column_schema: string | null;
  readonly column_profile: string | null;
  readonly data_sample: string | null;
  readonly parse_options: string | null;
}

// OFFSET 0: one look-up for each dataset; the planner takes the versions for few and reads them all.
const SELECT = Prisma.sql`
  SELECT d.*, v.column_schema, v.column_profile, v.data_sample, v.parse_options,
         (SELECT count(*)::int FROM dataset_versions WHERE dataset_id = d.id) AS version_count
  FROM datasets d
  LEFT JOIN LATERAL (
    SELECT * FROM dataset_versions
    WHERE dataset_id = d.id AND version_number = d.latest_version OFFSET 0
  ) AS v ON true`;

export function createDatasetStore(database: Database): DatasetStore {
  return {
    async list({ projectId, includeDeleted }, { limit, offset }) {
      const where = Prisma.sql`WHERE
        ${projectId === undefined ? Prisma.sql`true` : Prisma.sql`d.project_id = ${projectId}`}
        AND ${includeDeleted ? Prisma.sql`true` : Prisma.sql`d.deleted_at IS NULL`}`;
      const isWhole = limit === undefined && offset === 0;
      const [listed, total] = await Promise.all([
        jsonRows<ListedId>(
          database,
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
        isWhole ? null : countOf(database, Prisma.sql`datasets d ${where}`),
      ]);
      return { listed, total: total ?? listed.length };
    },
    async findMany(ids, { content }) {
      const rows = content
        ? await database.$queryRaw<Row[]>`${SELECT} WHERE d.id = ANY(${[...ids]})`
        : await factsOf(database, ids);
      return inOrder(ids, rows).map(toRecord);
    },
    find: (id) => findDataset(database, id),
    findByName: (projectId, name) =>
      database.dataset.findUnique({
        where: { projectId_nameKey: { projectId, nameKey: nameKey(name) } },
        select: { id: true, sourceType: true },
      }),
    async flowNames(id) {
      const rows = await database.$queryRaw<{ name: string }[]>`
        SELECT f.name FROM flow_inputs i JOIN flows f ON f.id = i.flow_id
        WHERE i.dataset_id = ${id} ORDER BY f.name LIMIT 100`;
      return rows.map(({ name }) => name);
    },
    setDisabled: (id, isDisabled) =>
      database.$transaction((transaction) => setDisabled(transaction, id, isDisabled), TRANSACTION),
    softDelete: (id, time) =>
      database.$transaction(async (transaction) => {
        const data = { isDisabled: true, disabledBy: null, deletedAt: time, updatedAt: time };
        const { count } = await transaction.dataset.updateMany({ where: { id }, data });
        if (count > 0) await disableFlowsOf(transaction, [id]);
        return count > 0;
      }, TRANSACTION),
    purge: (id, options) =>
      database.$transaction((transaction) => purge(transaction, id, options.force), TRANSACTION),
    purgeDeleted: (before, limit) =>
      database.$transaction((transaction) => purgeDeleted(transaction, before, limit), TRANSACTION),
  };
}

/** One dataset with the content of its newest version, also within a transaction. */
export async function findDataset(
  database: Pick<Transaction, '$queryRaw'>,
  id: string,
): Promise<DatasetRecord | null> {
  const rows = await database.$queryRaw<Row[]>`${SELECT} WHERE d.id = ${id}`;
  return rows[0] === undefined ? null : toRecord(rows[0]);
}

type TimesAsText<T> = { [K in keyof T]: Date extends T[K] ? Exclude<T[K], Date> | string : T[K] };

/** Rows without the content of the newest version. */
async function factsOf(database: Database, ids: readonly string[]): Promise<Row[]> {
  const rows = await jsonRows<TimesAsText<Row>>(
    database,
    Prisma.sql`
      SELECT d.*, null AS column_schema, null AS column_profile, null AS data_sample,
             null AS parse_options,
             (SELECT count(*)::int FROM dataset_versions WHERE dataset_id = d.id) AS version_count
      FROM datasets d WHERE d.id = ANY(${[...ids]})`,
  );
  return rows.map((row) => ({
    ...row,
    deleted_at: row.deleted_at === null ? null : new Date(row.deleted_at),
    created_at: new Date(row.created_at),
    updated_at: new Date(row.updated_at),
  }));
}

async function setDisabled(
  transaction: Transaction,
  id: string,
  isDisabled: boolean,
): Promise<boolean> {
  // Who disabled it is known as long as it stays disabled: to say so again changes nothing.
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
  const locked = await transaction.$queryRaw<
    unknown[]
  >`SELECT id FROM datasets WHERE id = ${id} FOR UPDATE`;
  if (locked.length === 0) return { kind: 'missing' };
  const readers = await transaction.$queryRaw<{ name: string }[]>`
    SELECT DISTINCT f.name FROM run_inputs i
    JOIN runs r ON r.id = i.run_id AND r.status IN ('pending', 'running')
    JOIN flows f ON f.id = r.flow_id
    WHERE i.dataset_id = ${id} ORDER BY f.name LIMIT 5`;
  if (readers.length > 0 && !force) {
    return { kind: 'blocked', flowNames: readers.map(({ name }) => name) };
  }
  await removeDatasets(transaction, [id]);
  return { kind: 'purged' };
}

async function purgeDeleted(
  transaction: Transaction,
  before: Date,
  limit: number,
): Promise<number> {
  const rows = await transaction.$queryRaw<{ id: string }[]>`
    SELECT id FROM datasets
    WHERE deleted_at < ${before} AND id NOT IN (
      SELECT i.dataset_id FROM run_inputs i
      JOIN runs r ON r.id = i.run_id AND r.status IN ('pending', 'running'))
    ORDER BY deleted_at LIMIT ${limit} FOR UPDATE SKIP LOCKED`;
  await removeDatasets(
    transaction,
    rows.map(({ id }) => id),
  );
  return rows.length;
}

/** Removes rows, and has the files deleted in the background. */
async function removeDatasets(transaction: Transaction, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await enqueueDatasetFiles(transaction, ids);
  await disableFlowsOf(transaction, ids);
  await transaction.$executeRaw`DELETE FROM datasets WHERE id = ANY(${[...ids]}::text[])`;
}

function toRecord(row: Row): DatasetRecord {
  const { column_schema: columnSchema, column_profile: columnProfile } = row;
  const { data_sample: dataSample, parse_options: parseOptions } = row;
  const hasVersion = columnSchema !== null && columnProfile !== null && dataSample !== null;
  return {
    id: row.id,
    projectId: row.project_id,
    name: row.name,
    sourceType: row.source_type,
    datasetKind: row.dataset_kind,
    isDisabled: row.is_disabled,
    deletedAt: row.deleted_at,
    latestVersion: row.latest_version,
    versionCount: row.version_count,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    content: hasVersion ? { columnSchema, columnProfile, dataSample, parseOptions } : null,
  };
}
