/** The steps of a reconcile of a Run, in order: after each one the cluster differs. */
export const RUN_STEPS = [
  'observed',
  'jobCreated',
  'statusWritten',
  'jobsDeleted',
  'runDeleted',
  'eventRecorded',
] as const;

/** The steps of a reconcile of a Schedule, in order. */
export const SCHEDULE_STEPS = [
  'cronJobWritten',
  'waitingJobsDeleted',
  'scheduleStatusWritten',
] as const;

export type Step = (typeof RUN_STEPS)[number] | (typeof SCHEDULE_STEPS)[number];

/** Called after each step of a reconcile. */
export type OnStep = (step: Step) => void;

/** The exit code of a process killed by SIGKILL. */
const KILLED = 137;

/**
 * Exits after a step as if the process had been killed there. Tests use it to prove that the next process
 * completes what a crash interrupted.
 * @param failAt undefined: never
 */
export function failpoint(failAt: Step | undefined): OnStep {
  return (step) => {
    // Not by a signal: process 1 of a container ignores signals that it sends itself.
    if (step === failAt) process.exit(KILLED);
  };
}
