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
import { evictedBy, QUEUED } from './lost-attempts.ts';
import { turnOf } from './previous-attempt.ts';
import { resourceViolation } from '../../job/resource-limits.ts';

/** What became of an attempt so far. */
export type AttemptVerdict =
  | Extract<PodVerdict, { kind: 'finished' | 'failed' | 'running' | 'waiting' }>
  /** `needsProof`: told by an absence, which only a fresh read can prove. */
  | (Omit<Extract<PodVerdict, { kind: 'lost' }>, 'kind'> & {
      readonly kind: 'lost';
      readonly needsProof: boolean;
    })
  /** It has no Job yet. `needsProof`: that no pod of the attempt before is left, which only a fresh read can prove. */
  | { readonly kind: 'absent'; readonly needsProof: boolean };

/** A Job that has no pod yet. */
export const JOB_CREATED: Reason = { reason: 'JobCreated', message: 'The Job has no pod yet.' };

const COMPLETED: AttemptVerdict = {
  kind: 'finished',
  isSuccess: true,
  reason: 'Completed',
  message: '',
};

/** Words of the API server for refusals that trying again does not change. */
const REFUSED_FOR_GOOD = /violates PodSecurity|denied (?:the )?request/;

/** Where pods of one attempt disagree, the verdict that comes first here holds. */
const RANK = ['finished', 'failed', 'lost', 'running', 'waiting', 'claimed', 'replaced'] as const;

/** Verdicts on pods whose runner has worked. */
const BEGUN: ReadonlySet<PodVerdict['kind']> = new Set(['lost', 'running', 'claimed']);

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
  // A pod of it ended well, whatever is known of the others: pods and Jobs are watched apart.
  if (isComplete(job)) return COMPLETED;
  if (ranOutOfTime(job)) return timedOut(context.spec.timeoutSeconds);
  if (best.kind === 'failed') return best;
  const eviction = evictionOf(job, best, observation);
  if (eviction !== null) return { kind: 'lost', ...eviction, needsProof: false };
  // A queue may have suspended the Job of which only the pod is known to have stopped.
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
 * Why the attempt is over whose Job its queue has suspended at work; null: it has not. It is over at once,
 * whatever its pod still does: the queue may let the Job go again, and an attempt is not begun twice.
 */
function evictionOf(
  job: ObservedJob | undefined,
  best: PodVerdict,
  { run }: Observation,
): Reason | null {
  if (job?.queue == null || !job.isSuspended || job.isDeleting || job.finished !== null)
    return null;
  const hasBegun = BEGUN.has(best.kind) || run.status.phase === 'running';
  return hasBegun ? evictedBy(job.queue, job.name) : null;
}

/** Whoever suspended it may take all the time: a queue, or a person. Its pods are stopped. */
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
  // Its controller has not told yet when the queue admitted it.
  if (job.queue !== null && job.startedAt === null) return queued(job.queue);
  const since = job.startedAt ?? job.createdAt;
  if (podRejection !== null) {
    return judgeRejection({ reason: 'PodRefused', message: podRejection }, since, context);
  }
  const { startDeadlineSeconds, quotaDeadlineSeconds } = context.settings;
  // It may wait for a quota, which only an Event would say.
  const seconds = knowsPodRejections
    ? startDeadlineSeconds
    : Math.max(startDeadlineSeconds, quotaDeadlineSeconds);
  return waitFor(JOB_CREATED, since, seconds, context.now);
}

/** A Job or a pod that the API server does not admit: quota is a queue, a policy is final. */
function judgeRejection(
  why: Reason,
  since: string,
  { settings, now }: JudgeContext,
): Extract<PodVerdict, { kind: 'waiting' | 'failed' }> {
  const { startDeadlineSeconds, quotaDeadlineSeconds } = settings;
  const { reason, message } = why;
  if (message.includes('exceeded quota')) {
    return waitFor({ reason: 'QuotaExceeded', message }, since, quotaDeadlineSeconds, now);
  }
  if (REFUSED_FOR_GOOD.test(message)) return failed(reason, message);
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
    const turn = turnOf(observation, attempt, context);
    if (turn.kind === 'waits') return { ...turn, kind: 'waiting' };
    return { kind: 'absent', needsProof: turn.kind === 'unproven' };
  }
  return lost('JobDeleted', 'The Job of the attempt was deleted.', !isFresh);
}

function lost(reason: string, message: string, needsProof: boolean): AttemptVerdict {
  return { kind: 'lost', reason, message, needsProof };
}
