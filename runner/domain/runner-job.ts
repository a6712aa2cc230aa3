import type { Connection, TableInfo } from './connection.ts';
import type { ColumnProfile, DatasetFacts } from './dataset.ts';
import type { DetectedDialect } from './detected-dialect.ts';
import type { Engine } from './engine.ts';
import type { FileWarning } from './file-warning.ts';
import type { FileFormat } from './file-format.ts';
import type { ParseOptions } from './parse-options.ts';
import type { JsonObject, Row } from './json.ts';
import type { FoundSecret, NamedSecret } from './named-secret.ts';
import type { InputBinding } from './run-spec.ts';
import type { CheckedSource } from './source-check.ts';
import type { RunStep } from './run-progress.ts';
import type { RunResult } from './run-result.ts';
import type { GraphDocument } from './graph.ts';

/** Executes one attempt of the run with the spec `runs/<runId>/spec.json`. */
export interface RunJob {
  readonly kind: 'run';
  readonly runId: string;
  readonly attempt: number;
}

/** Reads an uploaded file, writes its columnar copy and returns its metadata. */
export interface IngestJob {
  readonly kind: 'ingest';
  readonly sourceKey: string;
  /** Shown in error messages. */
  readonly fileName: string;
  readonly format: FileFormat;
  readonly options: ParseOptions;
  /** Object key of the columnar copy. */
  readonly dataKey: string;
  /** Object key of the rewritten source. Nothing is written there when the dialect is the default. */
  readonly rewrittenKey: string;
}

/** Previews the frame of one node of a flow. */
export interface PreviewJob {
  readonly kind: 'preview';
  readonly engine: Engine;
  readonly graph: GraphDocument;
  readonly parameters: JsonObject;
  readonly inputs: readonly InputBinding[];
  /** The connections that nodes name, without secrets. Absent: none. */
  readonly connections?: readonly Connection[];
  /** The value of `now()` in expressions, as in a run spec. */
  readonly localTime: string;
  /** Null: the last node in topological order. */
  readonly nodeId: string | null;
  readonly limit: number;
  readonly profile: boolean;
}

/** Previews the frame of a single node on given rows or on a dataset. */
export interface NodePreviewJob {
  readonly kind: 'nodePreview';
  readonly engine: Engine;
  readonly nodeType: string;
  readonly config: JsonObject;
  readonly source:
    | { readonly kind: 'rows'; readonly byHandle: Readonly<Record<string, readonly Row[]>> }
    | { readonly kind: 'dataset'; readonly input: InputBinding };
  /** The value of `now()` in expressions, as in a run spec. */
  readonly localTime: string;
  readonly limit: number;
  readonly profile: boolean;
}

/** Tests a connection. It fails with the reason when the connection does not work. */
export interface ConnectionTestJob {
  readonly kind: 'connectionTest';
  readonly connection: Connection;
}

/** Lists the tables and views of a connection. */
export interface ConnectionTablesJob {
  readonly kind: 'connectionTables';
  readonly connection: Connection;
}

/** Lists the objects of a storage. */
export interface StorageObjectsJob {
  readonly kind: 'storageObjects';
  readonly connection: Connection;
  /** The text with which their paths begin. */
  readonly prefix: string;
}

/** Detects the dialect of an object from its first bytes. */
export interface ObjectDialectJob {
  readonly kind: 'objectDialect';
  readonly connection: Connection;
  readonly path: string;
  readonly format: 'csv' | 'tsv';
}

/** Asks whether sources of connections have changed. */
export interface SourceChangesJob {
  readonly kind: 'sourceChanges';
  /** Those that the sources name, without secrets. */
  readonly connections: readonly Connection[];
  readonly sources: readonly CheckedSource[];
}

/** Loads and compiles the code of runs. */
export interface WarmUpJob {
  readonly kind: 'warmUp';
}

/** A job of a runner process. */
export type RunnerJob =
  | RunJob
  | IngestJob
  | PreviewJob
  | NodePreviewJob
  | ConnectionTestJob
  | ConnectionTablesJob
  | StorageObjectsJob
  | ObjectDialectJob
  | SourceChangesJob
  | WarmUpJob;

/** The first rows of a frame. Field names are those of the API. */
export interface PreviewResult {
  readonly columns: readonly string[];
  readonly rows: readonly Row[];
  /** The number of rows of the whole frame. */
  readonly row_count: number;
  readonly truncated: boolean;
  readonly profile: readonly ColumnProfile[] | null;
  /** What the author of the flow should know about the rows of the node. */
  readonly warnings: readonly NodeWarning[];
}

/** A sentence about the rows of a node. */
export interface NodeWarning {
  readonly nodeId: string;
  readonly message: string;
}

/** The result of an ingest job. */
export interface IngestResult {
  readonly facts: DatasetFacts;
  /** Whether the source was rewritten to `rewrittenKey`. */
  readonly rewritten: boolean;
  readonly warnings: readonly FileWarning[];
}

/** The result type of each kind of job. */
export interface JobResults {
  readonly run: RunResult;
  readonly ingest: IngestResult;
  readonly preview: PreviewResult;
  readonly nodePreview: PreviewResult;
  readonly connectionTest: null;
  readonly connectionTables: readonly TableInfo[];
  readonly storageObjects: readonly string[];
  readonly objectDialect: DetectedDialect;
  /** Whether at least one source has changed. */
  readonly sourceChanges: boolean;
  readonly warmUp: null;
}

/** The result type of a job. */
export type ResultOfJob<J extends RunnerJob> = JobResults[J['kind']];

/**
 * The failure of a job. A `user` message is shown to the caller unchanged; `internal` is a defect.
 * `nodeId` is set when a single node failed.
 */
export interface JobFailure {
  readonly kind: 'user' | 'internal' | 'notFound' | 'unavailable';
  readonly message: string;
  readonly nodeId?: string;
}

/** A message from the API to a warm runner over IPC. One job at a time. */
export interface JobRequest {
  readonly id: number;
  readonly job: RunnerJob;
}

/** The API's answer to a request for a secret. */
export interface SecretAnswer {
  /** The number of the request. */
  readonly secretRequest: number;
  readonly found: FoundSecret;
}

/**
 * A message from a warm runner to the API. `ready` is sent once, when the runner accepts jobs; `done` and `failed` answer
 * a job, and `idle` follows if the runner gives memory back before it accepts the next one; `secret` asks for the secret
 * of a connection.
 */
export type RunnerMessage =
  | { readonly type: 'ready' }
  | { readonly type: 'secret'; readonly request: number; readonly secret: NamedSecret }
  | { readonly type: 'progress'; readonly id: number; readonly step: RunStep }
  | ({ readonly type: 'done'; readonly result: JobResults[keyof JobResults] } & JobCompletion)
  | ({ readonly type: 'failed'; readonly failure: JobFailure } & JobCompletion)
  | { readonly type: 'idle'; readonly id: number; readonly residentBytes: number };

interface JobCompletion {
  readonly id: number;
  /** Resident memory of the process; null: it gives memory back, and `idle` follows. */
  readonly residentBytes: number | null;
}
