import type { RunStatus } from '../../../kubernetes/resources/run.ts';
import type { ObservedJob } from '../observe/observation.ts';
import type { Result } from '../../controller/result.ts';

/** The next step of a Run. `apply` does the parts in the order of the fields, then the Run is requeued. */
export interface Decision extends Result {
  /** The attempt whose Job to create. The next reconcile reports the Job in the status. */
  readonly createAttempt: number | null;
  /** The status to write; null: unchanged. */
  readonly status: RunStatus | null;
  /** The Jobs to delete after the status is written, and no other ones of their names. */
  readonly deleteJobs: readonly Pick<ObservedJob, 'name' | 'uid'>[];
  /** Whether to delete the Run, with its Jobs and pods. */
  readonly deleteRun: boolean;
  /** True: the decision needs a live read of Jobs and pods, and everything else is empty. */
  readonly needsFresh: boolean;
}
