/** The places in a look at a Run between which something outside changes, in their order. */
export const RUN_STEPS = [
  'observed',
  'jobCreated',
  'statusWritten',
  'jobsDeleted',
  'runDeleted',
  'eventRecorded',
] as const;

/** Those in a look at a Schedule. */
export const SCHEDULE_STEPS = [
  'cronJobWritten',
  'waitingJobsDeleted',
  'scheduleStatusWritten',
] as const;

export type Step = (typeof RUN_STEPS)[number] | (typeof SCHEDULE_STEPS)[number];

/** Told when a look at a Run or a Schedule has come to a step. */
export type OnStep = (step: Step) => void;

/** As of a process killed by SIGKILL. */
const KILLED = 137;

/**
 * Ends this process at a step as if it were killed there: what a crash at that place leaves behind is
 * what the next process has to cope with. Meant for tests of exactly that.
 * @param wanted undefined: nowhere
 */
export function failpoint(wanted: Step | undefined): OnStep {
  return (step) => {
    // Not by a signal: the first process of a container ignores its own.
    if (step === wanted) process.exit(KILLED);
  };
}
