import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import type { ColumnSchema } from '../../../runner/domain/column.ts';
import type { ParseOptions } from '../../../runner/domain/parse-options.ts';
import { UserError } from '../../../runner/domain/errors.ts';
import type { FileFormat } from '../../../runner/domain/file-format.ts';
import { objectKeys } from '../../../runner/domain/object-keys.ts';
import type { IngestResult } from '../../../runner/domain/runner-job.ts';
import type { ObjectStore } from '../../../runner/storage/object-store.ts';
import { takesFormat } from '../../domain/datasets/source-type.ts';
import { JobFailedError, type Executor } from '../../execution/executors/executor.ts';
import { DomainError, invalid } from '../../domain/errors.ts';
import type { ProjectService } from '../../domain/projects/service.ts';
import type { SettingsService } from '../../domain/settings/service.ts';
import { gunzipUpload } from './gunzip-upload.ts';
import { receiveMultipartFile, type IncomingFile } from './multipart-file.ts';
import type { PendingDeletions } from './pending-deletions.ts';
import {
  hasOptions,
  keptOptions,
  keptOptionsNote,
  keptOptionsProblem,
  type KeptOptions,
  type KeptOutcome,
} from './kept-options.ts';
import { shareColumn } from './version-warnings.ts';
import { readParseOptions, type GivenParseOptions } from './parse-options.ts';
import {
  otherType,
  registerUpload,
  type FinishedUpload,
  type RegisterUploadDeps,
  type UploadTarget,
} from './register-upload.ts';
import type { DatasetStore } from '../../domain/datasets/store.ts';
import { UploadFiles } from './upload-files.ts';
import { readUploadFields, type ReadUploadFields } from './upload-fields.ts';
import { readUploadName, type UploadName } from './upload-name.ts';

export interface DatasetUploadDeps extends RegisterUploadDeps {
  readonly store: Pick<DatasetStore, 'findByName' | 'flowNames'>;
  readonly deletions: PendingDeletions;
  readonly objects: ObjectStore;
  readonly executor: Executor;
  readonly projects: Pick<ProjectService, 'resolve'>;
  readonly settings: SettingsService;
  readonly newId: () => string;
}

export interface UploadRequest {
  /** Absent: the default project. */
  readonly projectId: string | undefined;
  readonly options: GivenParseOptions;
}

interface Upload extends UploadTarget {
  /** The options of this upload alone. */
  readonly detected: ParseOptions;
}

/** An uploaded file that is not parsed yet. */
interface StoredUpload extends UploadName {
  readonly key: string;
  readonly bytes: number;
}

const FIELD = 'file';
const MEGABYTE = 1024 * 1024;
/** Of a file of the service itself. */
const MAX_OWN_BYTES = 16 * MEGABYTE;
const INGEST_TIMEOUT_SECONDS = 1_800;

/**
 * Accepts uploads: streams the file to the object store, parses it once in a runner process, then registers
 * it in one transaction. A failed upload leaves nothing behind; the sweeper removes the objects of a killed
 * one a day later.
 */
export class DatasetUploads {
  readonly #deps: DatasetUploadDeps;

  constructor(deps: DatasetUploadDeps) {
    this.#deps = deps;
  }

  /**
   * @param signal aborts when the client disconnects
   * @throws DomainError, ApiError 413, 422; UserError when the file cannot be read
   */
  async receive(
    request: IncomingMessage,
    { projectId, options }: UploadRequest,
    signal: AbortSignal,
  ): Promise<FinishedUpload> {
    const project = await this.#deps.projects.resolve(projectId);
    const maxBytes = (await this.#deps.settings.get('MAX_UPLOAD_SIZE_MB')) * MEGABYTE;
    const uploadId = this.#deps.newId();
    const files = new UploadFiles(this.#deps);
    let storing: Promise<StoredUpload> | undefined;
    try {
      const form = await receiveMultipartFile(request, { field: FIELD, maxBytes }, (file) => {
        storing = this.#store(file, { files, uploadId, maxBytes });
        return storing;
      });
      const read = readUploadFields(form.fields, options);
      const upload = await this.#begin(form.file, project.id, { read, files });
      const finished = await this.#take(upload, form.file.bytes, signal);
      return { ...finished, warnings: [...read.warnings, ...finished.warnings] };
    } catch (error) {
      // A form that breaks after the file leaves the write of the file pending.
      await storing?.catch(() => undefined);
      await files.discard();
      throw error;
    }
  }

  /**
   * Takes a file of the service itself, as an upload of its name without options.
   * @throws DomainError; UserError when the file cannot be read
   */
  async add(
    file: IncomingFile,
    projectId: string | undefined,
    signal: AbortSignal,
  ): Promise<FinishedUpload> {
    const project = await this.#deps.projects.resolve(projectId);
    const files = new UploadFiles(this.#deps);
    const uploadId = this.#deps.newId();
    try {
      const stored = await this.#store(file, { files, uploadId, maxBytes: MAX_OWN_BYTES });
      const read = readUploadFields(new Map(), {});
      const upload = await this.#begin(stored, project.id, { read, files });
      return await this.#take(upload, stored.bytes, signal);
    } catch (error) {
      await files.discard();
      throw error;
    }
  }

  async #store(
    file: IncomingFile,
    { files, uploadId, maxBytes }: { files: UploadFiles; uploadId: string; maxBytes: number },
  ): Promise<StoredUpload> {
    const name = readUploadName(file.fileName);
    const { objects } = this.#deps;
    const { content } = file;
    const key = objectKeys.upload(uploadId);
    await files.expect(objectKeys.uploadPrefix(uploadId), [key]);
    const put = (plain: Readable): Promise<{ readonly bytes: number }> => objects.put(key, plain);
    const { bytes } = name.isGzip
      ? await gunzipUpload({ content, maxBytes, fileName: file.fileName }, put)
      : await put(content);
    return { ...name, key, bytes };
  }

  async #take(upload: Upload, uploaded: number, signal: AbortSignal): Promise<FinishedUpload> {
    const { keys, files } = upload;
    const ingested = await this.#ingestChecked(upload, uploaded, signal);
    const bytes = await files.placeSource(keys, { rewritten: ingested.rewritten, uploaded });
    return await registerUpload(this.#deps, upload, { ...ingested, bytes });
  }

  async #begin(
    stored: StoredUpload,
    projectId: string,
    { read, files }: { readonly read: ReadUploadFields; readonly files: UploadFiles },
  ): Promise<Upload> {
    const { store, newId } = this.#deps;
    const { name: given, ...options } = read.fields;
    const { format, extension } = stored;
    const name = datasetName(stored, given);
    // Only after the file: form fields behind it take precedence over the query.
    const detected = readParseOptions(format, options);
    const existing = await store.findByName(projectId, name);
    if (existing !== null && !takesFormat(existing, format)) {
      throw otherType(name, existing.sourceType);
    }
    // Who deletes a dataset does not expect that anything of it determines how a later file is read.
    const kept =
      existing === null || existing.isDeleted
        ? null
        : await keptOptions(this.#deps.versions, existing.id, read.named);
    const datasetId = existing?.id ?? newId();
    const versionId = newId();
    const source = objectKeys.datasetSource(datasetId, versionId, extension);
    const data = objectKeys.datasetData(datasetId, versionId);
    await files.expect(objectKeys.datasetVersionPrefix(datasetId, versionId), [source, data]);
    return {
      name,
      format,
      fileName: stored.fileName,
      isConverted: stored.fileName !== stored.name,
      projectId,
      datasetId,
      versionId,
      options: kept === null ? detected : withKept(format, options, kept),
      detected,
      kept,
      keys: { upload: stored.key, source, data },
      files,
    };
  }

  /**
   * Reads the file by the options of the upload and those kept from the version before.
   * @throws DomainError invalid also when only without the kept ones it has a column of that version
   */
  async #ingestChecked(upload: Upload, bytes: number, signal: AbortSignal): Promise<IngestResult> {
    const { kept } = upload;
    if (kept === null || !hasOptions(kept)) return await this.#ingest(upload, bytes, signal);
    let outcome: KeptOutcome;
    try {
      const ingested = await this.#ingest(upload, bytes, signal);
      if (kept.columns.length === 0 || shareColumn(kept.columns, ingested.facts.columns)) {
        return ingested;
      }
      outcome = { ingested };
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      outcome = { error };
    }
    const columns = await this.#columnsWithoutKept(upload, bytes, signal);
    if (columns !== null && shareColumn(kept.columns, columns)) {
      throw invalid(keptOptionsProblem(upload, { kept, outcome, columns }));
    }
    if ('ingested' in outcome) return outcome.ingested;
    throw invalid(`${outcome.error.message} ${keptOptionsNote(kept)}`);
  }

  /** The columns of the file by the options of the upload alone; null: it cannot be read by them. */
  async #columnsWithoutKept(
    upload: Upload,
    bytes: number,
    signal: AbortSignal,
  ): Promise<readonly ColumnSchema[] | null> {
    const { datasetId, files, keys, detected } = upload;
    const { newId, objects } = this.#deps;
    const trialId = newId();
    const source = objectKeys.datasetSource(datasetId, trialId, '.trial');
    const data = objectKeys.datasetData(datasetId, trialId);
    await files.expect(objectKeys.datasetVersionPrefix(datasetId, trialId), [source, data]);
    try {
      const trial = { ...upload, options: detected, keys: { ...keys, source, data } };
      return (await this.#ingest(trial, bytes, signal)).facts.columns;
    } catch (error) {
      if (error instanceof DomainError) return null;
      throw error;
    } finally {
      await Promise.all([source, data].map((key) => objects.delete(key)));
    }
  }

  async #ingest(upload: Upload, bytes: number, signal: AbortSignal): Promise<IngestResult> {
    try {
      return await this.#deps.executor.submit(
        {
          kind: 'ingest',
          sourceKey: upload.keys.upload,
          fileName: upload.fileName,
          format: upload.format,
          options: upload.options,
          dataKey: upload.keys.data,
          rewrittenKey: upload.keys.source,
        },
        { timeoutSeconds: INGEST_TIMEOUT_SECONDS, inputBytes: bytes, signal },
      );
    } catch (error) {
      if (error instanceof JobFailedError && error.failure.kind === 'user') {
        throw invalid(error.message);
      }
      throw error;
    }
  }
}

/**
 * The file is kept as it is unpacked, so its name must not say that it is packed: pandas goes by the name.
 * @param given by the form
 */
function datasetName({ name, isGzip }: UploadName, given: string | undefined): string {
  if (given === undefined) return name;
  return isGzip ? given.replace(/(?<=.)\.gz$/i, '') : given;
}

/** @throws UserError that names the kept options, when they cannot be used beside those of the upload */
function withKept(format: FileFormat, options: GivenParseOptions, kept: KeptOptions): ParseOptions {
  try {
    return readParseOptions(format, { ...options, ...kept.options });
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    throw new UserError(`${error.message} ${keptOptionsNote(kept)}`, { cause: error });
  }
}
