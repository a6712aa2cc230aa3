import { z } from 'zod';
import { Prisma } from '../../../prisma/generated/client.ts';
import { queryRows } from '../../../prisma/query-rows.ts';
import type { ColumnSchema } from '../../../runner/domain/column.ts';
import type { DatasetFacts } from '../../../runner/domain/dataset.ts';
import { exactJson } from '../../../runner/domain/exact-json.ts';
import type { ParseOptions } from '../../../runner/domain/parse-options.ts';
import type { FileFormat } from '../../../runner/domain/file-format.ts';
import { nameKey } from '../name-key.ts';
import { shareProject } from '../projects/project-lock-store.ts';
import { releaseFlows } from '../flows/disabled-flows-store.ts';

/** The dataset that gets the version. */
export interface VersionTarget {
  /** The id of the dataset when the project has none of that name yet. */
  readonly id: string;
  readonly projectId: string;
  /** Compared case-insensitively; an existing dataset keeps its spelling. */
  readonly name: string;
  readonly sourceType: FileFormat;
  /** The origin of a new dataset. */
  readonly kind: 'input' | 'output';
}

export interface NewVersion {
  readonly id: string;
  readonly facts: DatasetFacts;
  readonly bytes: number;
  /** Object keys of the file and of its columnar copy. */
  readonly sourceKey: string;
  readonly dataKey: string;
  /** The parse options that a person gave, in this upload or in one before it. Absent: none. */
  readonly givenOptions?: ParseOptions;
  /** Null: the version was uploaded. */
  readonly sourceRunId: string | null;
}

/** `other type`: the dataset of that name has files of another type. Only `added` has written anything. */
export type AddedVersion =
  | { readonly kind: 'added'; readonly datasetId: string; readonly number: number }
  | { readonly kind: 'other type'; readonly sourceType: string }
  | { readonly kind: 'no project' };

/**
 * Adds a version to the dataset of that name, or creates the dataset: both uploads and outputs of runs
 * become versions here. A disabled or deleted dataset is restored and enabled, with the flows that it had
 * disabled; in a disabled project it stays disabled until the project is enabled.
 */
export async function addVersion(
  transaction: Prisma.TransactionClient,
  target: VersionTarget,
  version: NewVersion,
): Promise<AddedVersion> {
  const { id, projectId, name, sourceType, kind } = target;
  const key = nameKey(name);
  const project = await shareProject(transaction, projectId);
  if (project === null) return { kind: 'no project' };
  const disabledBy = project.isDisabled ? projectId : null;
  // Prisma's client cannot insert, or else update under a condition, in one statement.
  const [row] = await queryRows(
    transaction,
    z.object({ datasetId: z.string(), number: z.int() }),
    Prisma.sql`
      INSERT INTO datasets AS d (id, project_id, name, name_key, source_type, dataset_kind,
                                 is_disabled, disabled_by, latest_version, last_number)
      VALUES (${id}, ${projectId}, ${name}, ${key}, ${sourceType}, ${kind},
              ${project.isDisabled}, ${disabledBy}, 1, 1)
      ON CONFLICT (project_id, name_key) DO UPDATE
        SET latest_version = GREATEST(d.last_number, d.latest_version) + 1,
            last_number = GREATEST(d.last_number, d.latest_version) + 1,
            is_disabled = excluded.is_disabled,
            disabled_by = excluded.disabled_by, deleted_at = NULL, updated_at = clock_timestamp()
        WHERE d.source_type = excluded.source_type
      RETURNING id AS "datasetId", latest_version AS number`,
  );
  if (row === undefined) {
    const other = await transaction.dataset.findUniqueOrThrow({
      where: { projectId_nameKey: { projectId, nameKey: key } },
      select: { sourceType: true },
    });
    return { kind: 'other type', sourceType: other.sourceType };
  }
  await insertVersion(transaction, row, version);
  // In a disabled project the dataset stays disabled, and so do its flows, which may be in other projects.
  if (!project.isDisabled) await releaseFlows(transaction, [row.datasetId]);
  return { kind: 'added', ...row };
}

/** @param column may have what a plan knows of it besides */
function storedColumn({ name, type, rounded }: ColumnSchema): ColumnSchema {
  return rounded === true ? { name, type, rounded } : { name, type };
}

async function insertVersion(
  transaction: Prisma.TransactionClient,
  at: { readonly datasetId: string; readonly number: number },
  { id, facts, bytes, sourceKey, dataKey, givenOptions = {}, sourceRunId }: NewVersion,
): Promise<void> {
  const { rowCount, columns, profile, sample, parseOptions, irregularities } = facts;
  await transaction.datasetVersion.create({
    data: {
      id,
      datasetId: at.datasetId,
      versionNumber: at.number,
      rowCount,
      columnSchema: exactJson.stringify(columns.map(storedColumn)),
      columnProfile: exactJson.stringify(profile),
      dataSample: exactJson.stringify(sample),
      parseOptions: parseOptions === null ? null : exactJson.stringify(parseOptions),
      irregularities: irregularities === undefined ? null : exactJson.stringify(irregularities),
      givenOptions:
        Object.keys(givenOptions).length === 0 ? null : exactJson.stringify(givenOptions),
      sourceKey,
      dataKey,
      bytes,
      sourceRunId,
    },
    select: { id: true },
  });
}
