import type { Logger } from 'pino';
import type { FileFormat } from '../../../runner/domain/file-format.ts';
import type { FileWarning } from '../../../runner/domain/file-warning.ts';
import type { IngestResult } from '../../../runner/domain/runner-job.ts';
import { conflict, notFound, type DomainError } from '../../domain/errors.ts';
import { answerWarning, type AnswerWarning } from '../../openapi/warnings.ts';
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
  /** Told when an upload brought a dataset back, with its flows; it must not throw. */
  readonly changed: () => void;
}

/** Where an upload's objects lie while it is under way. */
export interface UploadKeys {
  readonly upload: string;
  readonly source: string;
  readonly data: string;
}

/** A file that is to become a version of a dataset. */
export interface UploadTarget {
  /** Of the dataset. */
  readonly name: string;
  readonly format: FileFormat;
  /** Shown in messages. */
  readonly fileName: string;
  /** Whether the file is kept as one of another kind than its name says. */
  readonly isConverted: boolean;
  readonly projectId: string;
  readonly datasetId: string;
  readonly versionId: string;
  readonly keys: UploadKeys;
  readonly files: UploadFiles;
}

/** An upload that is listed. */
export interface FinishedUpload {
  /** As it was when the file became its newest version. */
  readonly dataset: DatasetRecord;
  /** What the caller should look at, though the file was taken. */
  readonly warnings: readonly AnswerWarning[];
}

/**
 * Makes an upload that was read and whose files are in place a version of its dataset.
 * @throws DomainError not_found without its project, conflict for a dataset of another type; Error
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
    { id: versionId, facts, bytes, sourceKey, dataKey, sourceRunId: null },
    files.deletions,
  );
  if (end.kind !== 'added') return giveUp(deps.logger, upload, end);
  files.release();
  deps.changed();
  return {
    dataset: end.dataset,
    warnings: [
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

/** An Arrow file shares the name of a Parquet file, of which nobody need have thought. */
function conversionWarnings(
  { fileName, isConverted }: UploadTarget,
  { dataset: { name }, number }: RegisteredVersion,
): AnswerWarning[] {
  if (!isConverted || number === 1) return [];
  const message = `"${fileName}" was converted to Parquet and became version ${number} of the dataset "${name}". Give another name if it is to be a dataset of its own.`;
  return [answerWarning('converted_file', message)];
}

/** The version is there: what fails here must not call the upload failed. */
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

/** @throws why the upload failed */
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
