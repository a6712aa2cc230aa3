import type { ComputeResources } from '../../runner/domain/compute-resources.ts';
import type { Engine } from '../../runner/domain/engine.ts';
import type { GraphDocument } from '../../runner/domain/graph.ts';
import type { RunTrigger } from '../../runner/domain/run-status.ts';
import type { RunCompletion } from '../domain/runs/run-completion.ts';

/** A run that is in the database as pending. */
export interface LaunchableRun {
  readonly runId: string;
  readonly attempt: number;
  readonly flowId: string;
  /** For logs; absent: unknown here. */
  readonly flowName?: string;
  readonly projectId: string;
  readonly engine: Engine;
  readonly trigger: RunTrigger;
  /** Null or absent: no schedule started it. Looked at only where a cluster executes it, as the next. */
  readonly scheduleId?: string | null;
  /** The time of the schedule's cron expression that it is for; null or absent: none. */
  readonly scheduledFor?: Date | null;
  readonly graph: GraphDocument;
  readonly timeoutSeconds: number;
  /** Null or absent: what the installation gives; on one machine never looked at. */
  readonly resources?: ComputeResources | null;
  readonly inputBytes: number;
  /** Its place in its trace, in the form of W3C Trace Context; null or absent: it has none. */
  readonly traceparent?: string | null;
}

/** What executes runs that have been written down, and sees to it that their ends are recorded. */
export interface RunBackend {
  /** Whether a run is written together with a note to hand it over, which outlives this process. */
  readonly usesOutbox: boolean;
  /** The process that executes its runs; null: a cluster does. */
  readonly executorId: string | null;
  /** Takes up what earlier processes left, and gets ready for more. */
  start(): Promise<void>;
  /** Executes a run whose spec is in the object store. @returns when its end has been recorded, or this process stops; it never rejects */
  launch(run: LaunchableRun): Promise<void>;
  /**
   * Takes a run whose spec could not be stored: one that is handed over waits in the outbox until the
   * object store answers, any other has failed. @returns like `launch`
   */
  postpone(run: LaunchableRun): Promise<void>;
  /** Records how a run ended; one that has ended already is left as it is. */
  record(run: LaunchableRun, ending: RunCompletion): Promise<void>;
  /** Settles when a run that was launched or is followed here has ended; undefined for any other. */
  whenFinished(runId: string): Promise<void> | undefined;
  /** Asks to be notified of the end of a run that another process launched, where processes notify each other. */
  subscribe(runId: string): void;
  /** Asks a run to end. @returns false when there is nothing that it could end */
  cancel(runId: string): Promise<boolean>;
  /** Ends what this process does for runs; the executor is to be closed before. */
  close(): Promise<void>;
}
