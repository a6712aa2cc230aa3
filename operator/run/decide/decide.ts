import { objectKeys } from '../../../runner/domain/object-keys.ts';
import { isTerminal } from '../../../runner/domain/run-status.ts';
import { DONE, type Result } from '../../controller/result.ts';
import type { JobSettings } from '../../job/job-settings.ts';
import type { LostAttempt, RunStatus } from '../../../kubernetes/resources/run.ts';
import { attemptJob } from './attempt.ts';
import { JOB_CREATED, judgeAttempt, type AttemptVerdict } from './judge-attempt.ts';
import { remainingMs, type Times } from './judge-pod.ts';
import { isEviction, limitOf, canRetry, nameOf, QUEUED } from './lost-attempts.ts';
import { nextStatus, type Transition } from '../status/next-status.ts';
import {
  hasStopped,
  isAlive,
  type Observation,
  type ObservedJob,
  type ObservedPod,
  type Reason,
} from '../observe/observation.ts';
import { requeueAfter } from './requeue-after.ts';
import { retentionLeft, type Retention } from './retention.ts';

/** What to do next for a Run; the steps are done in the order of the fields. */
export interface Decision extends Result {
  /** The attempt whose Job to make; the status is told once it is there. */
  readonly createAttempt: number | null;
  /** The status to write; null when it stays. */
  readonly status: RunStatus | null;
  /** Names of Jobs to delete, once the status is written. */
  readonly deleteJobs: readonly string[];
  /** Its Jobs and pods go with it. */
  readonly deleteRun: boolean;
  /** True: only a fresh read of Jobs and pods can tell; nothing else is to be done. */
  readonly needsFresh: boolean;
}

/**
 * Runs that are to be kept for longer get no timer, of which there would be thousands: the periodic
 * list brings them back, and a few minutes more do not matter.
 */
const RETENTION_TIMED_MS = 600_000;

/**
 * A pod stops by itself once its runner has ended, unless a container beside the runner works on. That
 * would keep the Job active, which would keep a CronJob from making the next one.
 */
const STOPS_WITHIN_SECONDS = 60;

const NOTHING: Decision = {
  ...DONE,
  createAttempt: null,
  status: null,
  deleteJobs: [],
  deleteRun: false,
  needsFresh: false,
};

/** What an installation says of its Runs. */
export interface DecideOptions {
  readonly settings: JobSettings;
  readonly retention: Retention;
}

/** Decides from the observed state alone, never from events: any call may be the first after a restart. */
export function decide(observation: Observation, now: Date, options: DecideOptions): Decision {
  const decision = nextStep(observation, now, options);
  return { ...decision, requeueAfterMs: requeueAfter(observation, decision, now) };
}

function nextStep(
  observation: Observation,
  now: Date,
  { settings, retention }: DecideOptions,
): Decision {
  const { run } = observation;
  if (run.isDeleting) return NOTHING;
  if (run.status.phase !== undefined && isTerminal(run.status.phase)) {
    return afterEnd(observation, now, retention);
  }
  const attempt = run.status.attempt ?? 1;
  const verdict = judgeAttempt(observation, attempt, { spec: run.spec, settings, now });
  if (run.spec.cancelRequested && verdict.kind !== 'finished') return cancel(observation, now);
  const step = stepFor(observation, attempt, { verdict, now });
  return {
    ...NOTHING,
    ...step,
    status:
      step.transition === null ? null : nextStatus(run, withJob(step.transition, observation), now),
    deleteJobs: [...otherJobs(observation, attempt), ...step.deleteJobs],
  };
}

/** The Job may be older than what is told of it: whoever made it may have been ended right then. */
function withJob(transition: Transition, { run, jobs }: Observation): Transition {
  const own = attemptJob(jobs, run, transition.attempt);
  return own?.ownerUid === run.uid ? { ...transition, jobUid: own.uid } : transition;
}

function afterEnd(observation: Observation, now: Date, retention: Retention): Decision {
  const left = retentionLeft(observation.run, retention, now);
  if (left !== null && left <= 0) return { ...NOTHING, deleteRun: true };
  const stops = stopsWithin(observation, now);
  if (stops !== null && stops > 0) {
    return { ...NOTHING, deleteJobs: jobsToEnd(observation), requeueAfterMs: stops };
  }
  const requeueAfterMs = left === null || left > RETENTION_TIMED_MS ? null : left;
  const isKept = stops === null;
  const deleteJobs = isKept ? jobsToEnd(observation) : activeJobs(observation);
  return { ...NOTHING, deleteJobs, requeueAfterMs };
}

/** Milliseconds for which pods of a Run that has ended may still stop by themselves; null: all have. */
function stopsWithin({ run, pods }: Observation, now: Date): number | null {
  const isStopping = pods.some((pod) => !hasStopped(pod) && pod.container.kind === 'terminated');
  if (!isStopping) return null;
  return remainingMs(run.status.finishedAt ?? run.createdAt, STOPS_WITHIN_SECONDS, now);
}

interface Step extends Pick<
  Decision,
  'createAttempt' | 'deleteJobs' | 'requeueAfterMs' | 'needsFresh'
> {
  readonly transition: Transition | null;
}

function stepFor(
  observation: Observation,
  attempt: number,
  { verdict, now }: { readonly verdict: AttemptVerdict; readonly now: Date },
): Step {
  const quiet = { ...NOTHING, deleteJobs: [] };
  switch (verdict.kind) {
    case 'absent':
      return { ...quiet, ...beginning(attempt, verdict.needsProof) };
    case 'waiting': {
      const { requeueAfterMs } = verdict;
      return { ...quiet, requeueAfterMs, transition: pending(attempt, verdict) };
    }
    case 'running': {
      const { startedAt, requeueAfterMs } = verdict;
      return { ...quiet, requeueAfterMs, transition: running(attempt, startedAt) };
    }
    case 'finished': {
      const resultKey = objectKeys.runResult(observation.run.spec.runId, attempt);
      const phase = verdict.isSuccess ? 'success' : 'failed';
      return { ...quiet, transition: { phase, attempt, resultKey, ...endOf(verdict) } };
    }
    case 'failed':
      return {
        ...quiet,
        transition: { phase: 'failed', attempt, ...endOf(verdict) },
        deleteJobs: jobsToEnd(observation),
      };
    case 'lost':
      return verdict.needsProof && !observation.isFresh
        ? { ...quiet, needsFresh: true, transition: null }
        : afterLoss(observation, attempt, { ...verdict, lostAt: now.toISOString() });
  }
}

function beginning(
  attempt: number,
  needsProof: boolean,
): Pick<Step, 'createAttempt' | 'needsFresh' | 'transition'> {
  if (needsProof) return { createAttempt: null, needsFresh: true, transition: null };
  const transition = pending(attempt, JOB_CREATED);
  return { createAttempt: attempt, needsFresh: false, transition };
}

/** The next attempt, or the end when there were enough. */
function afterLoss(
  observation: Observation,
  attempt: number,
  loss: Reason & Times & Required<Pick<LostAttempt, 'lostAt'>>,
): Step {
  const { spec, status } = observation.run;
  const { reason, message, startedAt, finishedAt, lostAt } = loss;
  const record: LostAttempt = { number: attempt, reason, message, lostAt };
  if (startedAt !== undefined) record.startedAt = startedAt;
  if (finishedAt !== undefined) record.finishedAt = finishedAt;
  const lostAttempts = [...(status.attempts ?? []), record];
  const deleteJobs = jobsToEnd(observation);
  const name = nameOf(attempt, lostAttempts, spec);
  if (canRetry(attempt, lostAttempts, spec)) {
    const why = isEviction(loss)
      ? { reason: QUEUED, message: `${message} The run waits for the queue again.` }
      : { reason: 'AttemptLost', message: `${name} was lost (${reason}): ${message}` };
    const next = pending(attempt + 1, why);
    return { ...NOTHING, deleteJobs, transition: { ...next, lostAttempts } };
  }
  const limit = limitOf(attempt, lostAttempts);
  const end = endOf({ ...loss, message: `${name} was lost: ${message}${limit}` });
  return {
    ...NOTHING,
    deleteJobs,
    transition: { phase: 'failed', attempt, ...end, lostAttempts },
  };
}

/** A cancelled run is `cancelled` only when nothing of it is alive, and that is proven. */
function cancel(observation: Observation, now: Date): Decision {
  const { run, jobs, pods, isFresh } = observation;
  const attempt = run.status.attempt ?? 1;
  const isGone = jobs.every((job) => job.finished !== null) && !pods.some(isAlive);
  if (isGone && !isFresh) return { ...NOTHING, needsFresh: true };
  const transition: Transition = isGone
    ? { phase: 'cancelled', attempt, reason: 'Cancelled', message: 'The run was cancelled.' }
    : {
        phase: run.status.phase === 'running' ? 'running' : 'pending',
        attempt,
        reason: 'Cancelling',
        message: 'The run is being stopped.',
      };
  return {
    ...NOTHING,
    status: nextStatus(run, transition, now),
    deleteJobs: activeJobs(observation),
  };
}

function activeJobs({ jobs }: Observation): string[] {
  return jobs.filter(isActive).map(({ name }) => name);
}

function isActive({ isDeleting, finished }: ObservedJob): boolean {
  return !isDeleting && finished === null;
}

/** Jobs that would still do something: what has ended by itself is kept for people to look at. */
function jobsToEnd({ jobs, pods }: Observation): string[] {
  return jobs
    .filter(isActive)
    .filter((job) => {
      const own = pods.filter((pod) => pod.attempt === job.attempt);
      return job.isSuspended || own.some(isAlive) || !own.some(hasResult);
    })
    .map(({ name }) => name);
}

/** Those of attempts that are over, and all but one of this attempt: who does not lead may have made another. */
function otherJobs({ run, jobs }: Observation, attempt: number): string[] {
  const own = attemptJob(jobs, run, attempt);
  return jobs.filter((job) => job.uid !== own?.uid && isActive(job)).map(({ name }) => name);
}

/** The container ended in a way that also ends its Job. */
function hasResult(pod: ObservedPod): boolean {
  return pod.container.kind === 'terminated' && pod.disruption === null;
}

function pending(attempt: number, { reason, message }: Reason): Transition {
  return { phase: 'pending', attempt, reason, message };
}

function running(attempt: number, startedAt: string): Transition {
  return { phase: 'running', attempt, reason: 'Running', message: 'The runner works.', startedAt };
}

function endOf({ reason, message, startedAt, finishedAt }: Reason & Times): Reason & Times {
  return {
    reason,
    message,
    ...(startedAt === undefined ? {} : { startedAt }),
    ...(finishedAt === undefined ? {} : { finishedAt }),
  };
}
