import { objectKeys } from '../../../runner/domain/object-keys.ts';
import { isTerminal } from '../../../runner/domain/run-status.ts';
import { DONE } from '../../controller/result.ts';
import type { JobSettings } from '../../job/job-settings.ts';
import type { LostAttempt } from '../../../kubernetes/resources/run.ts';
import { attemptJob } from './attempt.ts';
import type { Decision } from './decision.ts';
import { JOB_CREATED, judgeAttempt, type AttemptVerdict } from './judge-attempt.ts';
import { remainingMs, type Times } from './judge-pod.ts';
import { isEviction, evictionLimitMessage, canRetry, attemptName } from './lost-attempts.ts';
import { nextStatus, type Transition } from '../status/next-status.ts';
import { QUEUED } from '../status/queued.ts';
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

/** Longer retention waits for the periodic relist instead of thousands of timers; minutes do not matter. */
const MAX_TIMED_RETENTION_MS = 600_000;

/**
 * Grace period for a pod whose runner has exited. A container beside the runner may keep the pod and its Job
 * active, and then the CronJob creates no further Job.
 */
const SIDECAR_GRACE_SECONDS = 60;

const NOTHING: Decision = {
  ...DONE,
  createAttempt: null,
  status: null,
  deleteJobs: [],
  deleteRun: false,
  needsFresh: false,
};

/** Settings of the installation. */
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
    return afterFinish(observation, now, retention);
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

/** Reports an existing Job too: the process that created it may have crashed before it did. */
function withJob(transition: Transition, { run, jobs }: Observation): Transition {
  const own = attemptJob(jobs, run, transition.attempt);
  return own?.ownerUid === run.uid ? { ...transition, jobUid: own.uid } : transition;
}

function afterFinish(observation: Observation, now: Date, retention: Retention): Decision {
  const left = retentionLeft(observation.run, retention, now);
  if (left !== null && left <= 0) return { ...NOTHING, deleteRun: true };
  const grace = sidecarGraceMs(observation, now);
  if (grace !== null && grace > 0) {
    return { ...NOTHING, deleteJobs: jobsToStop(observation), requeueAfterMs: grace };
  }
  const requeueAfterMs = left === null || left > MAX_TIMED_RETENTION_MS ? null : left;
  const deleteJobs = grace === null ? jobsToStop(observation) : activeJobs(observation);
  return { ...NOTHING, deleteJobs, requeueAfterMs };
}

/** Milliseconds left for pods whose runner has exited to stop by themselves; null: none is left. */
function sidecarGraceMs({ run, pods }: Observation, now: Date): number | null {
  const isStopping = pods.some((pod) => !hasStopped(pod) && pod.container.kind === 'terminated');
  if (!isStopping) return null;
  return remainingMs(run.status.finishedAt ?? run.createdAt, SIDECAR_GRACE_SECONDS, now);
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
  const noop = { ...NOTHING, deleteJobs: [] };
  switch (verdict.kind) {
    case 'absent':
      return { ...noop, ...createStep(attempt, verdict.needsProof) };
    case 'waiting': {
      const { requeueAfterMs } = verdict;
      return { ...noop, requeueAfterMs, transition: pending(attempt, verdict) };
    }
    case 'running': {
      const { startedAt, requeueAfterMs } = verdict;
      return { ...noop, requeueAfterMs, transition: running(attempt, startedAt) };
    }
    case 'finished': {
      const resultKey = objectKeys.runResult(observation.run.spec.runId, attempt);
      const phase = verdict.isSuccess ? 'success' : 'failed';
      return { ...noop, transition: { phase, attempt, resultKey, ...endOf(verdict) } };
    }
    case 'failed':
      return {
        ...noop,
        transition: { phase: 'failed', attempt, ...endOf(verdict) },
        deleteJobs: jobsToStop(observation),
      };
    case 'lost':
      return verdict.needsProof && !observation.isFresh
        ? { ...noop, needsFresh: true, transition: null }
        : afterLoss(observation, attempt, { ...verdict, lostAt: now.toISOString() });
  }
}

function createStep(
  attempt: number,
  needsProof: boolean,
): Pick<Step, 'createAttempt' | 'needsFresh' | 'transition'> {
  if (needsProof) return { createAttempt: null, needsFresh: true, transition: null };
  const transition = pending(attempt, JOB_CREATED);
  return { createAttempt: attempt, needsFresh: false, transition };
}

/** Starts the next attempt, or fails the run at its attempt limit. */
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
  const deleteJobs = jobsToStop(observation);
  const name = attemptName(attempt, lostAttempts, spec);
  if (canRetry(attempt, lostAttempts, spec)) {
    const why = isEviction(loss)
      ? { reason: QUEUED, message: `${message} The run waits for the queue again.` }
      : { reason: 'AttemptLost', message: `${name} was lost (${reason}): ${message}` };
    const next = pending(attempt + 1, why);
    return { ...NOTHING, deleteJobs, transition: { ...next, lostAttempts } };
  }
  const limit = evictionLimitMessage(attempt, lostAttempts);
  const end = endOf({ ...loss, message: `${name} was lost: ${message}${limit}` });
  return {
    ...NOTHING,
    deleteJobs,
    transition: { phase: 'failed', attempt, ...end, lostAttempts },
  };
}

/** A run becomes `cancelled` only when a live read proves that none of its pods is alive. */
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

function activeJobs({ jobs }: Observation): ObservedJob[] {
  return jobs.filter(isActive);
}

function isActive({ isDeleting, finished }: ObservedJob): boolean {
  return !isDeleting && finished === null;
}

/** Active Jobs that would go on. A Job that finishes by itself is kept for inspection. */
function jobsToStop({ jobs, pods }: Observation): ObservedJob[] {
  return jobs.filter(isActive).filter((job) => {
    const own = pods.filter((pod) => pod.attempt === job.attempt);
    return job.isSuspended || own.some(isAlive) || !own.some(hasResult);
  });
}

/** Active Jobs of earlier attempts, and duplicates of this one, which a former leader may have created. */
function otherJobs({ run, jobs }: Observation, attempt: number): ObservedJob[] {
  const own = attemptJob(jobs, run, attempt);
  return jobs.filter((job) => job.uid !== own?.uid && isActive(job));
}

/** Whether the runner's exit also finishes its Job. */
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
