import { jobName } from '../../job/job-spec.ts';
import type { ObservedJob, ObservedRun, Reason } from '../observe/observation.ts';

/**
 * The Job of an attempt, under whatever name; else a foreign Job that has the attempt's name.
 * Of two own Jobs the one in the status counts.
 */
export function attemptJob(
  jobs: readonly ObservedJob[],
  run: ObservedRun,
  attempt: number,
): ObservedJob | undefined {
  const own = jobs.filter((job) => job.attempt === attempt && job.ownerUid === run.uid);
  const reported = own.find(({ uid }) => uid === run.status.jobUid);
  return reported ?? own[0] ?? jobs.find(({ name }) => name === jobName(run.name, attempt));
}

/** The reason of an attempt whose Job name a foreign Job has. */
export function nameTaken({ name }: ObservedJob): Reason {
  return {
    reason: 'JobNameTaken',
    message: `A Job named ${name} that belongs to something else is in the way. Delete or rename it.`,
  };
}

/** When the current attempt of a Run became due: its creation, or the loss of the attempt before. ISO 8601. */
export function attemptSince({ createdAt, status }: ObservedRun): string {
  const last = status.attempts?.at(-1);
  return last?.lostAt ?? last?.finishedAt ?? createdAt;
}
