import type { Database } from '../../../prisma/client.ts';
import { Prisma } from '../../../prisma/generated/client.ts';
import type { Page } from '../page.ts';
import { countOf } from './row-count-store.ts';
import type { StoredObjects, VersionContent } from './store.ts';

export interface VersionRecord extends StoredObjects {
  readonly id: string;
  readonly versionNumber: number;
  readonly rowCount: number;
  readonly bytes: number;
  readonly sourceRunId: string | null;
  readonly createdAt: Date;
  readonly content: VersionContent;
}

export interface VersionStore {
  /** The newest first. */
  list(
    datasetId: string,
    page: Page,
  ): Promise<{ readonly versions: VersionRecord[]; readonly total: number }>;
  /** @param number undefined: the newest */
  find(datasetId: string, number: number | undefined): Promise<VersionRecord | null>;
}

interface Row {
  readonly id: string;
  readonly version_number: number;
  readonly row_count: bigint;
  readonly bytes: bigint;
  readonly source_run_id: string | null;
  readonly created_at: Date;
  readonly source_key: string;
  readonly data_key: string;
  readonly column_schema: string;
  readonly column_profile: string;
  readonly data_sample: string;
  readonly parse_options: string | null;
}

const SELECT = Prisma.sql`
  SELECT id, version_number, row_count, bytes, source_run_id, created_at, source_key, data_key,
         column_schema, column_profile, data_sample, parse_options
  FROM dataset_versions`;

export function createVersionStore(database: Database): VersionStore {
  return {
    async list(datasetId, { limit, offset }) {
      const where = Prisma.sql`WHERE dataset_id = ${datasetId}`;
      const [rows, total] = await Promise.all([
        database.$queryRaw<Row[]>`
          ${SELECT} ${where} ORDER BY version_number DESC LIMIT ${limit} OFFSET ${offset}`,
        countOf(database, Prisma.sql`dataset_versions ${where}`),
      ]);
      return { versions: rows.map(toRecord), total };
    },
    async find(datasetId, number) {
      // Beyond the column's type there is nothing to find.
      if (number !== undefined && Math.abs(number) > 2_147_483_647) return null;
      const which =
        number === undefined ? Prisma.sql`true` : Prisma.sql`version_number = ${number}`;
      const rows = await database.$queryRaw<Row[]>`
        ${SELECT} WHERE dataset_id = ${datasetId} AND ${which}
        ORDER BY version_number DESC LIMIT 1`;
      return rows[0] === undefined ? null : toRecord(rows[0]);
    },
  };
}

function toRecord(row: Row): VersionRecord {
  return {
    id: row.id,
    versionNumber: row.version_number,
    rowCount: Number(row.row_count),
    bytes: Number(row.bytes),
    sourceRunId: row.source_run_id,
    createdAt: row.created_at,
    sourceKey: row.source_key,
    dataKey: row.data_key,
    content: {
      columnSchema: row.column_schema,
      columnProfile: row.column_profile,
      dataSample: row.data_sample,
      parseOptions: row.parse_options,
    },
  };
}
