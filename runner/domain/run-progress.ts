import type { PrintedText } from './printed-text.ts';
import type { NodeStatus } from './run-status.ts';

/** The outcome of a node, without its data. */
export interface NodeProgress {
  readonly nodeId: string;
  readonly status: NodeStatus;
  /** Null: the node produced no frame. */
  readonly rows: number | null;
  /** Null: the node was not executed. */
  readonly durationMs: number | null;
  /** Of a failed node. */
  readonly error?: string;
}

/** A progress event between two nodes of a run, or while a script prints. */
export interface RunStep {
  /** The node that was just executed; null before the first node. */
  readonly finished: NodeProgress | null;
  /** The node that is executed next; null after the last node, while outputs are written. */
  readonly started: string | null;
  /** What the script of the node that is executed printed. Absent: nothing. */
  readonly printed?: PrintedText;
}

/** The progress of an attempt. */
export interface RunProgress {
  /** In execution order. */
  readonly finished: readonly NodeProgress[];
  readonly started: string | null;
  /** What the scripts of nodes printed, by node id. Absent: nothing. */
  readonly printed?: Readonly<Record<string, string>>;
}
