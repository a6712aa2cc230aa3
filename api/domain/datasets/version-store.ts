import { TRANSACTION, type Database } from '../../../prisma/client.ts';
import { deleteVersion, type DeletedVersion } from './delete-version-store.ts';
import type { DatasetVersion } from '../../../prisma/generated/client.ts';
import type { Page } from '../page.ts';
import type { StoredObjects, VersionContent } from './store.ts';

export interface VersionRecord extends StoredObjects {
  readonly id: string;
  readonly versionNumber: number;
  readonly rowCount: number;
  readonly bytes: number;
  readonly sourceRunId: string | null;
  readonly createdAt: Date;
  /** JSON of FileIrregularity[]; null: the file's text was not examined. */
  readonly irregularities: string | null;
  /** JSON of ParseOptions; null: a person gave none. */
  readonly givenOptions: string | null;
  readonly content: VersionContent;
}

export interface VersionStore {
  /** The newest first. */
  list(
    datasetId: string,
    page: Page,
  ): Promise<{ readonly versions: VersionRecord[]; readonly total: number }>;
  /** @param number default: the newest version */
  find(datasetId: string, number: number | undefined): Promise<VersionRecord | null>;
  /** The newest version below a number. */
  findBefore(datasetId: string, number: number): Promise<VersionRecord | null>;
  /** Deletes a version and enqueues the deletion of its files, unless something needs it. */
  delete(datasetId: string, number: number): Promise<DeletedVersion>;
}

/** PostgreSQL's integer. */
const MAX_INTEGER = 2_147_483_647;

export function createVersionStore(database: Database): VersionStore {
  return {
    async list(datasetId, { limit, offset }) {
      const where = { datasetId };
      const [rows, total] = await Promise.all([
        database.datasetVersion.findMany({
          where,
          orderBy: { versionNumber: 'desc' },
          take: limit,
          skip: offset,
        }),
        database.datasetVersion.count({ where }),
      ]);
      return { versions: rows.map(toRecord), total };
    },
    async find(datasetId, number) {
      if (number !== undefined && Math.abs(number) > MAX_INTEGER) return null;
      const row = await database.datasetVersion.findFirst({
        where: { datasetId, ...(number === undefined ? {} : { versionNumber: number }) },
        orderBy: { versionNumber: 'desc' },
      });
      return row === null ? null : toRecord(row);
    },
    async findBefore(datasetId, number) {
      const row = await database.datasetVersion.findFirst({
        where: { datasetId, versionNumber: { lt: number } },
        orderBy: { versionNumber: 'desc' },
      });
      return row === null ? null : toRecord(row);
    },
    delete: (datasetId, number) =>
      Math.abs(number) > MAX_INTEGER
        ? Promise.resolve({ kind: 'missing' })
        : database.$transaction(
            (transaction) => deleteVersion(transaction, datasetId, number),
            TRANSACTION,
          ),
  };
}

function toRecord(row: DatasetVersion): VersionRecord {
  const { columnSchema, columnProfile, dataSample, parseOptions, ...version } = row;
  return {
    ...version,
    rowCount: Number(row.rowCount),
    bytes: Number(row.bytes),
    content: { columnSchema, columnProfile, dataSample, parseOptions },
  };
}
