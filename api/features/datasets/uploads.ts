import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import type { Logger } from 'pino';
import type { FileFormat } from '../../../runner/domain/file-format.ts';
import type { ParseOptions } from '../../../runner/domain/parse-options.ts';
import { objectKeys } from '../../../runner/domain/object-keys.ts';
import type { IngestResult } from '../../../runner/domain/runner-job.ts';
import type { ObjectStore } from '../../../runner/storage/object-store.ts';
import { takesFormat } from '../../domain/datasets/source-type.ts';
import { JobFailedError, type Executor } from '../../executors/executor.ts';
import { badRequest, conflict, notFound, type ApiError } from '../../http/errors.ts';
import type { ProjectService } from '../projects/service.ts';
import type { SettingsService } from '../settings/service.ts';
import { gunzipUpload } from './gunzip-upload.ts';
import { receiveMultipartFile, type IncomingFile } from './multipart-file.ts';
import { readParseOptions, type GivenParseOptions } from './parse-options.ts';
import { registerVersion, type RegistrationEnd } from './register-version.ts';
import type { RegisteredVersion, RegistrationStore } from './registration-store.ts';
import type { DatasetService } from './service.ts';
import type { DatasetRecord, DatasetStore } from './store.ts';
import { readUploadFields, type UploadFields } from './upload-fields.ts';
import { readUploadName, type UploadName } from './upload-name.ts';

export interface DatasetUploadParts {
  readonly store: Pick<DatasetStore, 'findByName'>;
  readonly registrations: RegistrationStore;
  readonly datasets: Pick<DatasetService, 'versionWarnings'>;
  readonly objects: ObjectStore;
  readonly executor: Executor;
  readonly projects: Pick<ProjectService, 'resolve'>;
  readonly settings: SettingsService;
  readonly logger: Logger;
  readonly newId: () => string;
  /** Told when an upload brought a dataset back, with its flows; it must not throw. */
  readonly changed: () => void;
}

export interface UploadRequest {
  /** Absent: the default project. */
  readonly projectId: string | undefined;
  readonly options: GivenParseOptions;
}

/** Where an upload's objects lie while it is under way. */
interface UploadKeys {
  readonly upload: string;
  readonly source: string;
  readonly data: string;
}

interface Upload {
  readonly name: string;
  readonly format: FileFormat;
  /** Shown in error messages. */
  readonly fileName: string;
  readonly projectId: string;
  readonly datasetId: string;
  readonly versionId: string;
  readonly options: ParseOptions;
  readonly keys: UploadKeys;
}

/** The file as it came in, not read yet. */
interface StoredUpload extends UploadName {
  readonly key: string;
  readonly bytes: number;
}

const FIELD = 'file';
const MEGABYTE = 1024 * 1024;
const INGEST_TIMEOUT_SECONDS = 1_800;

/** An upload that is listed. */
export interface FinishedUpload {
  /** As it was when the file became its newest version. */
  readonly dataset: DatasetRecord;
  /** What the caller should look at, though the file was taken. */
  readonly warnings: readonly string[];
}

/**
 * Takes files in: streamed to the object store, read once as a whole by a runner process, and only
 * then registered, in one transaction. An upload that fails leaves nothing behind.
 */
export class DatasetUploads {
  readonly #parts: DatasetUploadParts;

  constructor(parts: DatasetUploadParts) {
    this.#parts = parts;
  }

  /**
   * @param signal aborts when the caller has gone
   * @throws ApiError 400, 404, 409, 413, 422; UserError when the file cannot be read
   */
  async receive(
    request: IncomingMessage,
    { projectId, options }: UploadRequest,
    signal: AbortSignal,
  ): Promise<FinishedUpload> {
    const project = await this.#parts.projects.resolve(projectId);
    const maxBytes = (await this.#parts.settings.get('MAX_UPLOAD_SIZE_MB')) * MEGABYTE;
    const key = objectKeys.upload(this.#parts.newId());
    let storing: Promise<StoredUpload> | undefined;
    try {
      const form = await receiveMultipartFile(request, { field: FIELD, maxBytes }, (file) => {
        storing = this.#store(file, { key, maxBytes });
        return storing;
      });
      const { fields, warnings } = readUploadFields(form.fields, options);
      const upload = await this.#begin(form.file, project.id, fields);
      const finished = await this.#take(upload, form.file.bytes, signal);
      return { ...finished, warnings: [...warnings, ...finished.warnings] };
    } catch (error) {
      // A form that breaks behind the file leaves it still being stored.
      await storing?.catch(() => undefined);
      await this.#discard([key]);
      throw error;
    }
  }

  async #store(
    file: IncomingFile,
    { key, maxBytes }: { key: string; maxBytes: number },
  ): Promise<StoredUpload> {
    const name = readUploadName(file.fileName);
    const { objects } = this.#parts;
    const { content } = file;
    const put = (plain: Readable): Promise<{ readonly bytes: number }> => objects.put(key, plain);
    const { bytes } = name.isGzip
      ? await gunzipUpload({ content, maxBytes, fileName: file.fileName }, put)
      : await put(content);
    return { ...name, key, bytes };
  }

  async #take(upload: Upload, uploaded: number, signal: AbortSignal): Promise<FinishedUpload> {
    const { keys } = upload;
    let ingested: IngestResult;
    let bytes: number;
    try {
      ingested = await this.#ingest(upload, uploaded, signal);
      bytes = await this.#placeSource(keys, ingested.rewritten, uploaded);
    } catch (error) {
      await this.#discard([keys.source, keys.data]);
      throw error;
    }
    return await this.#register(upload, ingested, bytes);
  }

  async #begin(stored: StoredUpload, projectId: string, fields: UploadFields): Promise<Upload> {
    const { store, newId } = this.#parts;
    const { name: given, ...options } = fields;
    const { format, extension } = stored;
    const name = given ?? stored.name;
    // Not before the file came in: what follows it in the form outranks the query.
    const checked = readParseOptions(format, options);
    const existing = await store.findByName(projectId, name);
    if (existing !== null && !takesFormat(existing, format)) {
      throw otherType(name, existing.sourceType);
    }
    const datasetId = existing?.id ?? newId();
    const versionId = newId();
    return {
      name,
      format,
      fileName: stored.fileName,
      projectId,
      datasetId,
      versionId,
      options: checked,
      keys: {
        upload: stored.key,
        source: objectKeys.datasetSource(datasetId, versionId, extension),
        data: objectKeys.datasetData(datasetId, versionId),
      },
    };
  }

  async #ingest(upload: Upload, bytes: number, signal: AbortSignal): Promise<IngestResult> {
    try {
      return await this.#parts.executor.submit(
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
        throw badRequest(error.message);
      }
      throw error;
    }
  }

  /** @returns the bytes of the file that is kept */
  async #placeSource(keys: UploadKeys, rewritten: boolean, uploaded: number): Promise<number> {
    const { objects } = this.#parts;
    if (!rewritten) {
      await objects.move(keys.upload, keys.source);
      return uploaded;
    }
    await objects.delete(keys.upload);
    const kept = await objects.head(keys.source);
    if (kept === null) throw new Error(`The rewritten file ${keys.source} is missing`);
    return kept.bytes;
  }

  async #register(
    upload: Upload,
    { facts, warnings }: IngestResult,
    bytes: number,
  ): Promise<FinishedUpload> {
    const { projectId, datasetId, versionId, name, format, keys } = upload;
    const end = await registerVersion(
      this.#parts.registrations,
      { id: datasetId, projectId, name, sourceType: format, kind: 'input' },
      {
        id: versionId,
        facts,
        bytes,
        sourceKey: keys.source,
        dataKey: keys.data,
        sourceRunId: null,
      },
    );
    if (end.kind !== 'added') return await this.#giveUp(upload, end);
    this.#parts.changed();
    const changes = await this.#changesTo(end);
    return { dataset: end.dataset, warnings: [...warnings, ...changes] };
  }

  /** The version is there: what fails here must not call the upload failed. */
  async #changesTo({ dataset: { id }, number }: RegisteredVersion): Promise<readonly string[]> {
    const { datasets, logger } = this.#parts;
    try {
      return await datasets.versionWarnings(id, number);
    } catch (error) {
      logger.warn(
        { err: error, datasetId: id, versionNumber: number },
        'could not compare an upload with the version before it',
      );
      return [];
    }
  }

  /** Removes the files, unless a version may need them. @throws why the upload failed */
  async #giveUp(
    { projectId, name, keys }: Upload,
    end: Exclude<RegistrationEnd, { kind: 'added' }>,
  ): Promise<never> {
    const files = [keys.source, keys.data];
    if (end.kind === 'unclear') {
      this.#parts.logger.warn(
        { err: end.unanswered, keys: files },
        'an upload may have been registered: the files are kept',
      );
      throw end.error;
    }
    await this.#discard(files);
    if (end.kind === 'no project') throw notFound('Project', projectId);
    if (end.kind === 'other type') throw otherType(name, end.sourceType);
    throw end.error;
  }

  /** What fails here is only left-over space, and must not hide why the upload failed. */
  async #discard(keys: readonly string[]): Promise<void> {
    const { objects, logger } = this.#parts;
    for (const key of keys) {
      await objects.delete(key).catch((error: unknown) => {
        logger.warn({ err: error, key }, 'could not remove a file of a failed upload');
      });
    }
  }
}

function otherType(name: string, existing: string): ApiError {
  return conflict(
    `There is already a dataset "${name}" of type ${existing}; a new version must be of the same type`,
  );
}
