import {
  isAlive,
  type Observation,
  type ObservedPod,
  type Reason,
} from '../observe/observation.ts';
import { timeText } from '../../../kubernetes/resources/time-text.ts';
import { attemptSince } from './attempt.ts';
import { remainingMs, type JudgeContext } from './judge-pod.ts';
import { QUEUED } from '../status/queued.ts';
import { evictionBackoffSeconds } from './lost-attempts.ts';

/** Whether the previous attempt lets this one start. */
export type StartGate =
  | { readonly kind: 'open' }
  /** The cache has no pod of the previous attempt, which only a live read proves. */
  | { readonly kind: 'unproven' }
  | ({ readonly kind: 'waiting'; readonly requeueAfterMs: number } & Reason);

const TERMINATING = 'PreviousPodTerminating';
const ABANDONED = 'PreviousPodAbandoned';
/**
 * Reasons of an attempt whose Job was not yet created. Any other one is that of a rejected Job, before which
 * the abandonment was reported; it is not reported again after each rejection.
 */
const NOT_CREATED: ReadonlySet<string> = new Set(['AttemptLost', QUEUED, TERMINATING]);

/**
 * An attempt starts when the pod of the previous one has stopped or is gone, as after the fencing of its
 * node; or after a grace period, which is reported first. After an eviction it also waits for a backoff.
 */
export function startGate(
  observation: Observation,
  attempt: number,
  context: JudgeContext,
): StartGate {
  const { pods, isFresh } = observation;
  if (attempt === 1) return { kind: 'open' };
  const backoff = evictionBackoff(observation, attempt, context);
  const pod = pods.find((one) => one.attempt === attempt - 1 && isAlive(one));
  if (pod !== undefined) return gateOfAlivePod(pod, observation, { attempt, context, backoff });
  return backoff ?? { kind: isFresh ? 'open' : 'unproven' };
}

function gateOfAlivePod(
  pod: ObservedPod,
  { run }: Observation,
  {
    attempt,
    context,
    backoff,
  }: {
    readonly attempt: number;
    readonly context: JudgeContext;
    readonly backoff: StartGate | null;
  },
): StartGate {
  const reason = run.status.conditions?.[0]?.reason ?? TERMINATING;
  if (reason === ABANDONED) return { kind: 'open' };
  const { lostPodGraceSeconds } = context.settings;
  const left = remainingMs(attemptSince(run), lostPodGraceSeconds, context.now);
  const where = `the pod ${pod.name}${nodeOf(pod)}`;
  if (left > 0) {
    const message = `Attempt ${attempt} starts when ${where} has stopped, at the latest ${lostPodGraceSeconds} seconds after the loss. If that node is down, give it the taint node.kubernetes.io/out-of-service.`;
    return { kind: 'waiting', reason: TERMINATING, message, requeueAfterMs: left };
  }
  if (backoff !== null) return backoff;
  if (!NOT_CREATED.has(reason)) return { kind: 'open' };
  const message = `Attempt ${attempt} starts though ${where} may still work: it has not stopped within ${lostPodGraceSeconds} seconds. Only the result of attempt ${attempt} counts.`;
  return { kind: 'waiting', reason: ABANDONED, message, requeueAfterMs: 0 };
}

/** The rest of the backoff after an eviction; null: none. Its message does not change between reconciles. */
function evictionBackoff(
  { run }: Observation,
  attempt: number,
  { now }: JudgeContext,
): StartGate | null {
  const seconds = evictionBackoffSeconds(run.status.attempts ?? []);
  const since = attemptSince(run);
  const left = remainingMs(since, seconds, now);
  if (seconds === 0 || left <= 0) return null;
  const at = timeText(new Date(Date.parse(since) + seconds * 1000));
  const message = `The queue took the place of attempt ${attempt - 1} back. Attempt ${attempt} asks for it again at ${at}.`;
  return { kind: 'waiting', reason: QUEUED, message, requeueAfterMs: left };
}

function nodeOf({ node }: ObservedPod): string {
  return node === null ? '' : ` on the node ${node}`;
}
