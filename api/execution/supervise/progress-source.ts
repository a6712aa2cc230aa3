import type { RunProgress } from '../../../runner/domain/run-progress.ts';
import type { AttemptId } from '../../domain/runs/run-lifecycle-store.ts';

/** The progress of runs under way, node by node. */
export interface ProgressSource {
  /** The progress of an attempt so far; null: none, or unknown here. */
  read(at: AttemptId): Promise<RunProgress | null>;
  /** Resolves when there is more to read; undefined when the caller has to poll. */
  whenChanged(runId: string): Promise<void> | undefined;
}
