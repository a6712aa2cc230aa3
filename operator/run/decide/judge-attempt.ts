import { attemptJob, attemptSince, nameTaken } from './attempt.ts';
import {
  judgePod,
  failed,
  timedOut,
  waitFor,
  type JudgeContext,
  type PodVerdict,
} from './judge-pod.ts';
import type { Observation, ObservedJob, Reason } from '../observe/observation.ts';
import { QUEUED } from '../status/queued.ts';
import { evictedBy } from './lost-attempts.ts';
import { startGate } from './previous-attempt.ts';
import { resourceViolation } from '../../job/resource-limits.ts';

/** The state of an attempt, as its Job and pods show it. */
export type AttemptVerdict =
  | Extract<PodVerdict, { kind: 'finished' | 'failed' | 'running' | 'waiting' }>
  /** `needsProof`: concluded from an absence, which only a live read proves. */
  | (Omit<Extract<PodVerdict, { kind: 'lost' }>, 'kind'> & {
      readonly kind: 'lost';
      readonly needsProof: boolean;
    })
  /** It has no Job. `needsProof`: only a live read proves that no pod of the previous attempt is left. */
  | { readonly kind: 'absent'; readonly needsProof: boolean };

/** The reason of an attempt whose Job has no pod. */
export const JOB_CREATED: Reason = { reason: 'JobCreated', message: 'The Job has no pod yet.' };

const COMPLETED: AttemptVerdict = {
  kind: 'finished',
  isSuccess: true,
  reason: 'Completed',
  message: '',
};

/** If pods of one attempt disagree, the first of these verdicts counts. */
const RANK = ['finished', 'failed', 'lost', 'running', 'waiting', 'claimed', 'replaced'] as const;

/** Verdicts on pods whose runner has started. */
const STARTED: ReadonlySet<PodVerdict['kind']> = new Set(['lost', 'running', 'claimed']);

export function judgeAttempt(
  observation: Observation,
  attempt: number,
  context: JudgeContext,
): AttemptVerdict {
  const { run, jobs, pods } = observation;
  const job = attemptJob(jobs, run, attempt);
  if (job !== undefined && job.ownerUid !== run.uid) {
    return judgeRejection(nameTaken(job), attemptSince(run), context);
  }
  const best = firstOf(
    pods.filter((pod) => pod.attempt === attempt).map((pod) => judgePod(pod, context)),
  );
  if (best.kind === 'finished') return best;
  // A pod has succeeded, even if the cache of pods does not have it yet.
  if (isComplete(job)) return COMPLETED;
  if (ranOutOfTime(job)) return timedOut(context.spec.timeoutSeconds);
  if (best.kind === 'failed') return best;
  const eviction = evictionOf(job, best, observation);
  if (eviction !== null) return { kind: 'lost', ...eviction, needsProof: false };
  // A queue may have suspended the Job, which the cache of Jobs may not show yet.
  if (best.kind === 'lost') return { ...best, needsProof: isQueued(job) };
  if (job === undefined) return jobIsMissing(observation, attempt, context);
  return judgeJob(job, best, observation, context);
}

function isQueued(job: ObservedJob | undefined): boolean {
  return job !== undefined && job.queue !== null;
}

function firstOf(verdicts: readonly PodVerdict[]): PodVerdict {
  const ranked = verdicts.toSorted((a, b) => RANK.indexOf(a.kind) - RANK.indexOf(b.kind));
  return ranked[0] ?? { kind: 'replaced' };
}

function isComplete(job: ObservedJob | undefined): boolean {
  return job?.finished?.kind === 'complete';
}

function ranOutOfTime(job: ObservedJob | undefined): boolean {
  return job?.finished?.kind === 'failed' && job.finished.reason === 'DeadlineExceeded';
}

function judgeJob(
  job: ObservedJob,
  best: Exclude<PodVerdict, { kind: 'finished' | 'failed' | 'lost' }>,
  observation: Observation,
  context: JudgeContext,
): AttemptVerdict {
  if (job.isDeleting) return lost('JobDeleted', `The Job ${job.name} was deleted.`, false);
  if (best.kind === 'claimed') return { ...best, kind: 'lost', needsProof: false };
  if (job.finished?.kind === 'failed') {
    return lost('PodDeleted', `The pod of ${job.name} is gone: ${job.finished.message}`, true);
  }
  if (job.isSuspended) return judgeSuspended(job, best, observation);
  if (best.kind !== 'replaced') return best;
  return awaitPod(job, observation, context);
}

/**
 * The reason of an attempt whose running Job was suspended by its queue; null: it was not. The attempt is
 * lost immediately, even if its pod still runs: the queue may unsuspend the Job, but an attempt starts once.
 */
function evictionOf(
  job: ObservedJob | undefined,
  best: PodVerdict,
  { run }: Observation,
): Reason | null {
  if (job?.queue == null || !job.isSuspended || job.isDeleting || job.finished !== null)
    return null;
  const hasStarted = STARTED.has(best.kind) || run.status.phase === 'running';
  return hasStarted ? evictedBy(job.queue, job.name) : null;
}

/** A queue or a person may keep a Job suspended for any time. It has no pods then. */
function judgeSuspended(
  job: ObservedJob,
  best: Extract<PodVerdict, { kind: 'running' | 'waiting' | 'replaced' }>,
  { run }: Observation,
): AttemptVerdict {
  if (best.kind === 'running') return best;
  if (run.status.phase === 'running') {
    return lost('Suspended', `The Job ${job.name} was suspended while it worked.`, false);
  }
  if (job.queue !== null) return queued(job.queue);
  const message = `The Job ${job.name} is suspended. Set its spec.suspend to false to let it go.`;
  return { kind: 'waiting', reason: 'Suspended', message, requeueAfterMs: null };
}

function queued(queue: string): AttemptVerdict {
  const message = `The Job waits for the queue ${queue} to admit it.`;
  return { kind: 'waiting', reason: QUEUED, message, requeueAfterMs: null };
}

function awaitPod(
  job: ObservedJob,
  { podRejection, knowsPodRejections }: Observation,
  context: JudgeContext,
): AttemptVerdict {
  // The Job controller has not yet reported when the queue admitted it.
  if (job.queue !== null && job.startedAt === null) return queued(job.queue);
  const since = job.startedAt ?? job.createdAt;
  if (podRejection !== null) {
    return judgeRejection({ reason: 'PodRefused', message: podRejection }, since, context);
  }
  const { startDeadlineSeconds, quotaDeadlineSeconds } = context.settings;
  // Without Events it may be waiting for a quota.
  const seconds = knowsPodRejections
    ? startDeadlineSeconds
    : Math.max(startDeadlineSeconds, quotaDeadlineSeconds);
  return waitFor(JOB_CREATED, since, seconds, context.now);
}

/** A rejected Job or pod is tried again: a quota may free up, a policy may be corrected and other errors may pass. */
function judgeRejection(
  why: Reason,
  since: string,
  { settings, now }: JudgeContext,
): Extract<PodVerdict, { kind: 'waiting' | 'failed' }> {
  const { startDeadlineSeconds, quotaDeadlineSeconds } = settings;
  const { message } = why;
  if (message.includes('exceeded quota')) {
    return waitFor({ reason: 'QuotaExceeded', message }, since, quotaDeadlineSeconds, now);
  }
  return waitFor(why, since, startDeadlineSeconds, now);
}

function jobIsMissing(
  observation: Observation,
  attempt: number,
  context: JudgeContext,
): AttemptVerdict {
  const { run, isFresh, jobRejection } = observation;
  if (run.status.jobUid === undefined) {
    const violation = resourceViolation(context.spec, context.settings);
    if (violation !== null) return failed('ResourcesRefused', violation);
    if (jobRejection !== null) return judgeRejection(jobRejection, attemptSince(run), context);
    const gate = startGate(observation, attempt, context);
    if (gate.kind === 'waiting') return gate;
    return { kind: 'absent', needsProof: gate.kind === 'unproven' };
  }
  return lost('JobDeleted', 'The Job of the attempt was deleted.', !isFresh);
}

function lost(reason: string, message: string, needsProof: boolean): AttemptVerdict {
  return { kind: 'lost', reason, message, needsProof };
}
