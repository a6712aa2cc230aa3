import type { Logger } from 'pino';
import type { FileFormat } from '../../../runner/domain/file-format.ts';
import type { FileWarning } from '../../../runner/domain/file-warning.ts';
import type { ParseOptions } from '../../../runner/domain/parse-options.ts';
import type { IngestResult } from '../../../runner/domain/runner-job.ts';
import { conflict, notFound, type DomainError } from '../../domain/errors.ts';
import { answerWarning, type AnswerWarning } from '../../openapi/warnings.ts';
import { keptOptionsWarnings, type KeptOptions } from './kept-options.ts';
import { registerVersion, type RegistrationEnd } from './register-version.ts';
import type {
  RegisteredVersion,
  RegistrationStore,
} from '../../domain/datasets/registration-store.ts';
import type { DatasetRecord } from '../../domain/datasets/store.ts';
import type { UploadFiles } from './upload-files.ts';
import { warningsOfVersion, type VersionWarningDeps } from './version-warnings.ts';

export interface RegisterUploadDeps extends VersionWarningDeps {
  readonly registrations: RegistrationStore;
  readonly logger: Logger;
  /** Called when an upload restored a dataset with its flows; must not throw. */
  readonly changed: () => void;
}

/** The keys of the objects of an active upload. */
export interface UploadKeys {
  readonly upload: string;
  readonly source: string;
  readonly data: string;
}

/** A file that becomes a version of a dataset. */
export interface UploadTarget {
  /** The name of the dataset. */
  readonly name: string;
  readonly format: FileFormat;
  /** The name of the uploaded file, for messages. */
  readonly fileName: string;
  /** Whether the format of the stored file differs from its name. */
  readonly isConverted: boolean;
  readonly projectId: string;
  readonly datasetId: string;
  readonly versionId: string;
  /** The options that a person gave, for this version or one before. */
  readonly options: ParseOptions;
  /** What the version before hands on; null: there is none. */
  readonly kept: KeptOptions | null;
  readonly keys: UploadKeys;
  readonly files: UploadFiles;
}

/** A registered upload. */
export interface FinishedUpload {
  /** The dataset in the transaction that added the version. */
  readonly dataset: DatasetRecord;
  /** Warnings about an accepted file. */
  readonly warnings: readonly AnswerWarning[];
}

/**
 * Registers a parsed upload, whose files are stored, as a version of its dataset.
 * @throws DomainError not_found for a missing project, conflict for a dataset of another type; Error
 */
export async function registerUpload(
  deps: RegisterUploadDeps,
  upload: UploadTarget,
  { facts, warnings, bytes }: Pick<IngestResult, 'facts' | 'warnings'> & { readonly bytes: number },
): Promise<FinishedUpload> {
  const { projectId, datasetId, versionId, name, format, keys, files } = upload;
  const { source: sourceKey, data: dataKey } = keys;
  const end = await registerVersion(
    deps.registrations,
    { id: datasetId, projectId, name, sourceType: format, kind: 'input' },
    {
      id: versionId,
      facts,
      bytes,
      sourceKey,
      dataKey,
      givenOptions: upload.options,
      sourceRunId: null,
    },
    files.deletions,
  );
  if (end.kind !== 'added') return giveUp(deps.logger, upload, end);
  files.release();
  deps.changed();
  return {
    dataset: end.dataset,
    warnings: [
      ...keptOptionsWarnings(upload.kept),
      ...warnings.map(asAnswered),
      ...conversionWarnings(upload, end),
      ...(await changesTo(deps, end)),
    ],
  };
}

export function otherType(name: string, existing: string): DomainError {
  return conflict(
    `There is already a dataset "${name}" of type ${existing}; a new version must be of the same type`,
  );
}

function asAnswered({ code, column, message }: FileWarning): AnswerWarning {
  return answerWarning(code, message, { column });
}

/** An Arrow file becomes a Parquet file and may so add a version to an existing dataset. */
function conversionWarnings(
  { fileName, isConverted }: UploadTarget,
  { dataset: { name }, number }: RegisteredVersion,
): AnswerWarning[] {
  if (!isConverted || number === 1) return [];
  const message = `"${fileName}" was converted to Parquet and became version ${number} of the dataset "${name}". Give another name if it is to be a dataset of its own.`;
  return [answerWarning('converted_file', message)];
}

/** The version exists: an error here must not fail the upload. */
async function changesTo(
  deps: RegisterUploadDeps,
  { dataset: { id }, number }: RegisteredVersion,
): Promise<readonly AnswerWarning[]> {
  try {
    return await warningsOfVersion(deps, id, number);
  } catch (error) {
    deps.logger.warn(
      { err: error, datasetId: id, versionNumber: number },
      'could not compare an upload with the version before it',
    );
    return [];
  }
}

/** @throws the reason of a failed registration */
function giveUp(
  logger: Logger,
  { projectId, name, keys, files }: UploadTarget,
  end: Exclude<RegistrationEnd, { kind: 'added' }>,
): never {
  if (end.kind === 'unclear') {
    logger.warn(
      { err: end.unanswered, keys: [keys.source, keys.data] },
      'an upload may have been registered: its files are removed within a day if it was not',
    );
    files.release();
    throw end.error;
  }
  if (end.kind === 'no project') throw notFound('Project', projectId);
  if (end.kind === 'other type') throw otherType(name, end.sourceType);
  throw end.error;
}
