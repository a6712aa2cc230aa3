import { z } from 'zod';
import { Prisma } from '../../../prisma/generated/client.ts';
import { FILE_FORMATS, type FileFormat } from '../../../runner/domain/file-format.ts';

/** The content of a version, each field as JSON text, which can hold integers beyond 2^53. */
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
  /** Of the newest version; null: there is none, or it was not read. */
  readonly content: VersionContent | null;
}

const datasetFacts = {
  id: z.string(),
  projectId: z.string(),
  name: z.string(),
  sourceType: z.enum(FILE_FORMATS),
  datasetKind: z.enum(['input', 'output']),
  isDisabled: z.boolean(),
  latestVersion: z.int(),
  versionCount: z.int(),
};

/** A dataset with the content of its newest version. */
export const datasetRow = z.object({
  ...datasetFacts,
  deletedAt: z.date().nullable(),
  createdAt: z.date(),
  updatedAt: z.date(),
  columnSchema: z.string().nullable(),
  columnProfile: z.string().nullable(),
  dataSample: z.string().nullable(),
  parseOptions: z.string().nullable(),
});

/** A dataset without content, as `jsonRows` reads it. */
export const datasetFactsRow = z.object({
  ...datasetFacts,
  deletedAt: z.coerce.date().nullable(),
  createdAt: z.coerce.date(),
  updatedAt: z.coerce.date(),
});

/** Selects `datasetFactsRow` from datasets, table `d`. */
export const DATASET_FACTS = Prisma.sql`
  d.id, d.project_id AS "projectId", d.name, d.source_type AS "sourceType",
  d.dataset_kind AS "datasetKind", d.is_disabled AS "isDisabled", d.deleted_at AS "deletedAt",
  d.latest_version AS "latestVersion", d.created_at AS "createdAt", d.updated_at AS "updatedAt",
  (SELECT count(*)::int FROM dataset_versions WHERE dataset_id = d.id) AS "versionCount"`;

// Prisma's client cannot join the version whose number another column has. OFFSET 0 makes PostgreSQL
// look up one version for each dataset; its planner would read all versions.
export const SELECT_DATASETS = Prisma.sql`
  SELECT ${DATASET_FACTS}, v.column_schema AS "columnSchema", v.column_profile AS "columnProfile",
         v.data_sample AS "dataSample", v.parse_options AS "parseOptions"
  FROM datasets d
  LEFT JOIN LATERAL (
    SELECT * FROM dataset_versions
    WHERE dataset_id = d.id AND version_number = d.latest_version OFFSET 0
  ) AS v ON true`;

export function toDatasetRecord(row: z.output<typeof datasetRow>): DatasetRecord {
  const { columnSchema, columnProfile, dataSample, parseOptions, ...facts } = row;
  const hasVersion = columnSchema !== null && columnProfile !== null && dataSample !== null;
  return {
    ...facts,
    content: hasVersion ? { columnSchema, columnProfile, dataSample, parseOptions } : null,
  };
}
