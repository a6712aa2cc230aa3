import type { RunProgress } from '../../../runner/domain/run-progress.ts';
import type { AttemptId } from '../../domain/runs/run-lifecycle-store.ts';

/** Where it can be learned how far the nodes of runs are, while they are executed. */
export interface ProgressSource {
  /** What an attempt has told so far; null: nothing, or it is not known here. */
  read(at: AttemptId): Promise<RunProgress | null>;
  /**
   * Settles when there is more to read than now; undefined when that is not told, and one has to
   * look again.
   */
  whenChanged(runId: string): Promise<void> | undefined;
}
