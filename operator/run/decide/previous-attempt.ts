import {
  isAlive,
  type Observation,
  type ObservedPod,
  type Reason,
} from '../observe/observation.ts';
import { timeText } from '../../../kubernetes/resources/time-text.ts';
import { attemptSince } from './attempt.ts';
import { remainingMs, type JudgeContext } from './judge-pod.ts';
import { QUEUED, evictionBackoffSeconds } from './lost-attempts.ts';

/** Whether an attempt may begin, as far as the one before it is concerned. */
export type Turn =
  | { readonly kind: 'begins' }
  /** No pod of the attempt before is known, which only a fresh read can prove. */
  | { readonly kind: 'unproven' }
  | ({ readonly kind: 'waits'; readonly requeueAfterMs: number } & Reason);

const TERMINATING = 'PreviousPodTerminating';
const ABANDONED = 'PreviousPodAbandoned';
/**
 * Reasons of an attempt whose Job was not asked for yet. Under any other one the API server refused the
 * Job: the abandonment was reported before that, and once more would be so for each refusal.
 */
const NOT_BEGUN: ReadonlySet<string> = new Set(['AttemptLost', QUEUED, TERMINATING]);

/**
 * An attempt begins when the pod of the one before has stopped or is gone, as it is once its node is
 * fenced; else some time after the loss, which people are told of first. One that follows an eviction
 * has a pause to wait for too.
 */
export function turnOf(observation: Observation, attempt: number, context: JudgeContext): Turn {
  const { pods, isFresh } = observation;
  if (attempt === 1) return { kind: 'begins' };
  const pause = pauseOf(observation, attempt, context);
  const pod = pods.find((one) => one.attempt === attempt - 1 && isAlive(one));
  if (pod !== undefined) return turnAfter(pod, observation, { attempt, context, pause });
  return pause ?? { kind: isFresh ? 'begins' : 'unproven' };
}

function turnAfter(
  pod: ObservedPod,
  { run }: Observation,
  {
    attempt,
    context,
    pause,
  }: { readonly attempt: number; readonly context: JudgeContext; readonly pause: Turn | null },
): Turn {
  const reason = run.status.conditions?.[0]?.reason ?? TERMINATING;
  if (reason === ABANDONED) return { kind: 'begins' };
  const { lostPodGraceSeconds } = context.settings;
  const left = remainingMs(attemptSince(run), lostPodGraceSeconds, context.now);
  const where = `the pod ${pod.name}${nodeOf(pod)}`;
  if (left > 0) {
    const message = `Attempt ${attempt} starts when ${where} has stopped, at the latest ${lostPodGraceSeconds} seconds after the loss. If that node is down, give it the taint node.kubernetes.io/out-of-service.`;
    return { kind: 'waits', reason: TERMINATING, message, requeueAfterMs: left };
  }
  if (pause !== null) return pause;
  if (!NOT_BEGUN.has(reason)) return { kind: 'begins' };
  const message = `Attempt ${attempt} starts though ${where} may still work: it has not stopped within ${lostPodGraceSeconds} seconds. Only the result of attempt ${attempt} counts.`;
  return { kind: 'waits', reason: ABANDONED, message, requeueAfterMs: 0 };
}

/** The wait that is left after an eviction; null: none. Its words are the same at every look. */
function pauseOf({ run }: Observation, attempt: number, { now }: JudgeContext): Turn | null {
  const seconds = evictionBackoffSeconds(run.status.attempts ?? []);
  const since = attemptSince(run);
  const left = remainingMs(since, seconds, now);
  if (seconds === 0 || left <= 0) return null;
  const at = timeText(new Date(Date.parse(since) + seconds * 1000));
  const message = `The queue took the place of attempt ${attempt - 1} back. Attempt ${attempt} asks for it again at ${at}.`;
  return { kind: 'waits', reason: QUEUED, message, requeueAfterMs: left };
}

function nodeOf({ node }: ObservedPod): string {
  return node === null ? '' : ` on the node ${node}`;
}
