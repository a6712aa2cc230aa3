import type { ComputeResources } from '../../runner/domain/compute-resources.ts';
import type { Engine } from '../../runner/domain/engine.ts';
import type { GraphDocument } from '../../runner/domain/graph.ts';
import type { RunnerRuntime } from '../../runner/domain/runner-runtime.ts';
import type { RunTrigger } from '../../runner/domain/run-status.ts';
import type { RunCompletion } from '../domain/runs/run-completion.ts';

/** A pending run of the database, as a backend launches it. */
export interface LaunchableRun {
  readonly runId: string;
  readonly attempt: number;
  readonly flowId: string;
  /** For logs; absent: unknown. */
  readonly flowName?: string;
  readonly projectId: string;
  readonly engine: Engine;
  readonly trigger: RunTrigger;
  /** Null or absent: no schedule started it. Only a cluster reads this and `scheduledFor`. */
  readonly scheduleId?: string | null;
  /** The slot of the schedule; null or absent: none. */
  readonly scheduledFor?: Date | null;
  readonly graph: GraphDocument;
  readonly timeoutSeconds: number;
  /** Null or absent: the defaults of the installation. Only a cluster reads it. */
  readonly resources?: ComputeResources | null;
  /** What the image of its runner needs; null or absent: nothing. Only a cluster reads it. */
  readonly runtime?: RunnerRuntime | null;
  /** The secret references of its connections; absent: none. Only a cluster reads it. */
  readonly secrets?: readonly string[];
  readonly inputBytes: number;
  /** W3C Trace Context; null or absent: the run is in no trace. */
  readonly traceparent?: string | null;
}

/** Executes the runs of the database and has their outcomes recorded. */
export interface RunBackend {
  /** Whether a run is inserted together with an outbox entry, which survives this process. */
  readonly usesOutbox: boolean;
  /** The process that executes its runs; null: a cluster executes them. */
  readonly executorId: string | null;
  /** Recovers the runs of dead processes, then accepts new ones. */
  start(): Promise<void>;
  /**
   * Executes a run whose spec is in the object store.
   * @returns when its outcome is recorded or this process stops; it never rejects
   */
  launch(run: LaunchableRun): Promise<void>;
  /**
   * Accepts a run whose spec could not be stored. With an outbox, the run waits there until the object
   * store answers; without one, it fails.
   * @returns like `launch`
   */
  postpone(run: LaunchableRun): Promise<void>;
  /** Records the completion of a run, unless one is recorded already. */
  record(run: LaunchableRun, completion: RunCompletion): Promise<void>;
  /** Resolves when a run that this process launched or subscribed to has finished; undefined for others. */
  whenFinished(runId: string): Promise<void> | undefined;
  /** Subscribes to the finish of a run that another process launched, where processes notify each other. */
  subscribe(runId: string): void;
  /** Requests the cancellation of a run. @returns false when there is nothing to cancel */
  cancel(runId: string): Promise<boolean>;
  /** Stops the work of this process on runs. Close the executor first. */
  close(): Promise<void>;
}
