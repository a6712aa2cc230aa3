import type { NodeStatus } from './run-status.ts';

/** What became of a node, without its data. */
export interface NodeProgress {
  readonly nodeId: string;
  readonly status: NodeStatus;
  /** Null: it made no rows. */
  readonly rows: number | null;
  /** Null: it was not executed. */
  readonly durationMs: number | null;
}

/** One step of a run, told at the border between two nodes. */
export interface RunStep {
  /** The node that was just executed; null before the first. */
  readonly finished: NodeProgress | null;
  /** The node that comes now; null after the last, when the outputs are written. */
  readonly started: string | null;
}

/** All the steps of an attempt so far. */
export interface RunProgress {
  /** In the order in which they were executed. */
  readonly finished: readonly NodeProgress[];
  readonly started: string | null;
}
