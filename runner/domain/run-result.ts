import type { Dtype } from './column.ts';
import type { DatasetFacts } from './dataset.ts';
import type { FileFormat } from './file-format.ts';
import type { LostValues } from './file-warning.ts';
import type { JsonObject, Row } from './json.ts';
import type { ParseOptions } from './parse-options.ts';
import type { NodeStatus } from './run-status.ts';
import type { WatermarkAdvance } from './watermark.ts';

/** The outcome of one node. Field names are those of the API. */
export interface NodeResult {
  readonly node_id: string;
  readonly type: string;
  readonly label: string;
  readonly status: NodeStatus;
  readonly rows: number | null;
  readonly columns: readonly string[];
  /** One for each column. Absent for nodes without a frame and in results of older versions. */
  readonly column_types?: readonly Dtype[];
  /** The first 20 rows. */
  readonly sample: readonly Row[];
  readonly error: string | null;
  /** The node's own work, in milliseconds with two decimals; of an output the time of writing. */
  readonly duration_ms: number | null;
  /**
   * The time of all the work that the node's rows needed: that of the nodes in `fused_with` too, and of the
   * file of an output node. Absent: `duration_ms`.
   */
  readonly total_ms?: number;
  /** The other nodes that the engine evaluated in one plan with this one. Absent: none. */
  readonly fused_with?: readonly string[];
  /** What the author of the flow should know about the rows. Absent: nothing. */
  readonly warnings?: readonly string[];
  /** What the file of an output node lacks, each with a sentence in `warnings`. Absent: nothing. */
  readonly lost_values?: readonly LostValues[];
  /** Whether the check of the node holds. This and the next two: absent for nodes without a check. */
  readonly assertion_passed?: boolean;
  /** The number of rows that violate the check. */
  readonly assertion_violation_count?: number;
  /** The first five of them. */
  readonly assertion_violating_sample?: readonly Row[];
  /** What a chart node draws. Absent for other nodes. */
  readonly chart?: JsonObject;
  /** Whether the node was not executed: its result is that of an earlier run. Absent: no. */
  readonly cached?: boolean;
  /** Whether a database computed the node, with those in `fused_with`. Absent: no. */
  readonly pushed_down?: boolean;
  /** The path or pattern of what a storageInput read. Absent for other nodes. */
  readonly object_path?: string;
  /** A text that differs when the content of that object, or of those of the pattern, does. */
  readonly object_version?: string;
  /** How it was parsed; null: the objects of the pattern have other options or other columns. */
  readonly object_options?: ParseOptions | null;
  /** The columns that libraries of Python read otherwise, so that no script reads it. Absent: none. */
  readonly object_misread_columns?: readonly string[];
  /** The statement of the database, on the last of these nodes. Its values are not in it. */
  readonly statement?: string;
}

/** A log entry of a run. */
export interface LogEntry {
  readonly level: 'info' | 'warning' | 'error';
  readonly message: string;
  readonly duration_ms?: number;
  readonly versions?: readonly {
    readonly dataset_id: string;
    readonly version_number: number | null;
    readonly dataset_name: string | null;
  }[];
  readonly node_id?: string;
}

/** The message of the log entry that has `versions`. */
export const VERSIONS_MESSAGE = 'Dataset versions that were read.';

/** A file that an output node wrote. */
export interface OutputFile {
  readonly nodeId: string;
  readonly format: FileFormat;
  /** Object key of the file. */
  readonly key: string;
  readonly bytes: number;
  readonly rows: number;
  /** Set when the node registers its file as a dataset. */
  readonly dataset: OutputDataset | null;
}

/** The dataset that an output file is registered as. */
export interface OutputDataset {
  readonly name: string;
  /** Object key of the columnar copy. */
  readonly dataKey: string;
  readonly facts: DatasetFacts;
}

/** The content of `result.json`, the last object that an attempt writes. */
export interface RunResult {
  readonly runId: string;
  readonly attempt: number;
  readonly status: 'success' | 'failed';
  readonly errorMessage: string | null;
  readonly nodeResults: readonly NodeResult[] | null;
  readonly logs: readonly LogEntry[];
  readonly outputs: readonly OutputFile[];
  /** What a success makes of the watermarks of the flow. It means nothing in a failed result. Absent: nothing. */
  readonly watermarks?: readonly WatermarkAdvance[];
  /** Start time of each executed node by node id, in milliseconds after `startedAt`. */
  readonly nodeStarts: Readonly<Record<string, number>>;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  readonly finishedAt: string;
}
