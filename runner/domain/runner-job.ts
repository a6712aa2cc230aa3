import type { ColumnProfile, DatasetFacts } from './dataset.ts';
import type { Engine } from './engine.ts';
import type { FileWarning } from './file-warning.ts';
import type { FileFormat } from './file-format.ts';
import type { ParseOptions } from './parse-options.ts';
import type { JsonObject, Row } from './json.ts';
import type { InputBinding } from './run-spec.ts';
import type { RunStep } from './run-progress.ts';
import type { RunResult } from './run-result.ts';
import type { GraphDocument } from './graph.ts';

/** Executes the run whose spec lies at `runs/<runId>/spec.json`. */
export interface RunJob {
  readonly kind: 'run';
  readonly runId: string;
  readonly attempt: number;
}

/** Reads an uploaded file once, whole: writes the columnar copy, tells the facts. */
export interface IngestJob {
  readonly kind: 'ingest';
  readonly sourceKey: string;
  /** Shown in error messages. */
  readonly fileName: string;
  readonly format: FileFormat;
  readonly options: ParseOptions;
  /** Where the columnar copy goes. */
  readonly dataKey: string;
  /** Where the rewritten source goes when the dialect was not the default; else the source stays as it is. */
  readonly rewrittenKey: string;
}

/** Shows the frame of one node of a flow. */
export interface PreviewJob {
  readonly kind: 'preview';
  readonly engine: Engine;
  readonly graph: GraphDocument;
  readonly parameters: JsonObject;
  readonly inputs: readonly InputBinding[];
  /** What `now()` is in expressions, as in a run spec. */
  readonly localTime: string;
  /** Null: the last node in topological order. */
  readonly nodeId: string | null;
  readonly limit: number;
  readonly profile: boolean;
}

/** Shows what one node makes of rows that the caller supplies, or of a dataset. */
export interface NodePreviewJob {
  readonly kind: 'nodePreview';
  readonly engine: Engine;
  readonly nodeType: string;
  readonly config: JsonObject;
  readonly source:
    | { readonly kind: 'rows'; readonly byHandle: Readonly<Record<string, readonly Row[]>> }
    | { readonly kind: 'dataset'; readonly input: InputBinding };
  /** What `now()` is in expressions, as in a run spec. */
  readonly localTime: string;
  readonly limit: number;
  readonly profile: boolean;
}

export type RunnerJob = RunJob | IngestJob | PreviewJob | NodePreviewJob;

export interface PreviewResult {
  readonly columns: readonly string[];
  readonly rows: readonly Row[];
  /** Rows of the whole frame. */
  readonly row_count: number;
  readonly truncated: boolean;
  readonly profile: readonly ColumnProfile[] | null;
}

export interface IngestResult {
  readonly facts: DatasetFacts;
  /** True when the source was rewritten to `rewrittenKey`. */
  readonly rewritten: boolean;
  /** What a person should check, though the file was read. */
  readonly warnings: readonly FileWarning[];
}

/** The answer type of each kind of job. */
export interface JobResults {
  readonly run: RunResult;
  readonly ingest: IngestResult;
  readonly preview: PreviewResult;
  readonly nodePreview: PreviewResult;
}

export type ResultOf<J extends RunnerJob> = JobResults[J['kind']];

/**
 * How a job fails: `user` is shown to the caller as it is; `internal` is a defect of ours.
 * `nodeId` is set when one node is at fault.
 */
export interface JobFailure {
  readonly kind: 'user' | 'internal' | 'notFound';
  readonly message: string;
  readonly nodeId?: string;
}

/** From the API to a warm runner, over the IPC channel. One job at a time. */
export interface JobRequest {
  readonly id: number;
  readonly job: RunnerJob;
}

/** From a warm runner to the API. `ready` is sent once, when jobs can be taken. */
export type RunnerMessage =
  | { readonly type: 'ready' }
  | { readonly type: 'progress'; readonly id: number; readonly step: RunStep }
  | ({ readonly type: 'done'; readonly result: JobResults[keyof JobResults] } & JobEnd)
  | ({ readonly type: 'failed'; readonly failure: JobFailure } & JobEnd);

interface JobEnd {
  readonly id: number;
  /** What the process holds in memory now. */
  readonly residentBytes: number;
}
