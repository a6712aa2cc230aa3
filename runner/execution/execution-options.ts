import type { RunStep } from '../domain/run-progress.ts';
import type { RunSpec } from '../domain/run-spec.ts';
import type { NodeLookup } from '../graph/node-lookup.ts';
import type { ScriptSettings } from '../scripts/script-settings.ts';
import type { ObjectStore } from '../storage/object-store.ts';
import type { EngineAdapter } from '../engine-adapters/engine-adapter.ts';

/** The clocks of a run, injected for tests. */
export interface Clock {
  /** The wall clock. */
  now(): Date;
  /** Milliseconds of a monotonic clock. */
  elapsed(): number;
}

/** An attempt to execute a run. */
export interface RunAttempt {
  readonly spec: RunSpec;
  /** Starts at 1. Each attempt writes its outputs to its own keys. */
  readonly attempt: number;
}

/** The dependencies of executeFlow. */
export interface ExecutionOptions<F> {
  readonly engine: EngineAdapter<F>;
  readonly store: ObjectStore;
  /** An empty folder for temporary files. The caller removes it. */
  readonly scratch: string;
  readonly lookup: NodeLookup;
  readonly clock: Clock;
  /** The bounds and programs of scripts. Default: those of the environment of this process. */
  readonly scripts?: ScriptSettings;
  /**
   * Called between nodes, and while a script prints. Execution waits for it between nodes, since a node blocks the
   * event loop. It never rejects.
   */
  readonly onProgress: (step: RunStep) => Promise<void> | undefined;
  /** Called with each error that is neither a user error nor a polars error. */
  readonly onDefect: (error: unknown) => void;
}
