import type { Prisma } from '../../../prisma/generated/client.ts';
import type { DatasetFacts } from '../../../runner/domain/dataset.ts';
import { exactJson } from '../../../runner/domain/exact-json.ts';
import type { FileFormat } from '../../../runner/domain/file-format.ts';
import { nameKey } from '../name-key.ts';
import { shareProject } from '../projects/project-lock-store.ts';
import { releaseFlows } from '../flows/disabled-flows-store.ts';

/** The dataset that a version is for. */
export interface VersionTarget {
  /** Used when the project has no dataset of that name yet. */
  readonly id: string;
  readonly projectId: string;
  /** Compared whatever its case; an existing dataset keeps its spelling. */
  readonly name: string;
  readonly sourceType: FileFormat;
  /** How it came to be, when this is its first version. */
  readonly kind: 'input' | 'output';
}

export interface NewVersion {
  readonly id: string;
  readonly facts: DatasetFacts;
  readonly bytes: number;
  /** Object keys of the file and of its columnar copy. */
  readonly sourceKey: string;
  readonly dataKey: string;
  /** Null: it was uploaded. */
  readonly sourceRunId: string | null;
}

/** `other type`: the dataset of that name has files of another type; nothing was written. */
export type AddedVersion =
  | { readonly kind: 'added'; readonly datasetId: string; readonly number: number }
  | { readonly kind: 'other type'; readonly sourceType: string }
  | { readonly kind: 'no project' };

/**
 * Adds a version to the dataset of that name, or makes the dataset: the only way in which one comes
 * to be, for uploads and for outputs of runs. A dataset that was disabled or deleted comes back, with
 * the flows that it had disabled; in a disabled project it stays disabled until the project is enabled.
 */
export async function addVersion(
  transaction: Prisma.TransactionClient,
  target: VersionTarget,
  version: NewVersion,
): Promise<AddedVersion> {
  const { id, projectId, name, sourceType, kind } = target;
  const key = nameKey(name);
  // Held until the end, so that the project is neither removed nor disabled meanwhile.
  const project = await shareProject(transaction, projectId);
  if (project === null) return { kind: 'no project' };
  const disabledBy = project.isDisabled ? projectId : null;
  const [row] = await transaction.$queryRaw<{ id: string; latest_version: number }[]>`
    INSERT INTO datasets AS d (id, project_id, name, name_key, source_type, dataset_kind,
                               is_disabled, disabled_by, latest_version)
    VALUES (${id}, ${projectId}, ${name}, ${key}, ${sourceType}, ${kind},
            ${project.isDisabled}, ${disabledBy}, 1)
    ON CONFLICT (project_id, name_key) DO UPDATE
      SET latest_version = d.latest_version + 1, is_disabled = excluded.is_disabled,
          disabled_by = excluded.disabled_by, deleted_at = NULL, updated_at = clock_timestamp()
      WHERE d.source_type = excluded.source_type
    RETURNING id, latest_version`;
  if (row === undefined) {
    const other = await transaction.dataset.findUniqueOrThrow({
      where: { projectId_nameKey: { projectId, nameKey: key } },
      select: { sourceType: true },
    });
    return { kind: 'other type', sourceType: other.sourceType };
  }
  await insertVersion(transaction, { datasetId: row.id, number: row.latest_version }, version);
  // In a disabled project it is still disabled, and so are its flows, which may be in another project.
  if (!project.isDisabled) await releaseFlows(transaction, [row.id]);
  return { kind: 'added', datasetId: row.id, number: row.latest_version };
}

async function insertVersion(
  transaction: Prisma.TransactionClient,
  at: { readonly datasetId: string; readonly number: number },
  { id, facts, bytes, sourceKey, dataKey, sourceRunId }: NewVersion,
): Promise<void> {
  const { rowCount, columns, profile, sample, parseOptions } = facts;
  const options = parseOptions === null ? null : exactJson.stringify(parseOptions);
  await transaction.$executeRaw`
    INSERT INTO dataset_versions (id, dataset_id, version_number, row_count, column_schema,
                                  column_profile, data_sample, parse_options, source_key, data_key,
                                  bytes, source_run_id)
    VALUES (${id}, ${at.datasetId}, ${at.number}, ${rowCount},
            ${exactJson.stringify(columns.map(({ name, type }) => ({ name, type })))},
            ${exactJson.stringify(profile)}, ${exactJson.stringify(sample)}, ${options},
            ${sourceKey}, ${dataKey}, ${bytes}, ${sourceRunId})`;
}
