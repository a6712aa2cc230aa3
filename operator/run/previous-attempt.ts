import { isAlive, type Observation, type ObservedPod, type Reason } from './observed.ts';
import { attemptSince } from './attempt-since.ts';
import { leftOf, type JudgeContext } from './judge-pod.ts';

/** Whether an attempt may begin, as far as the one before it is concerned. */
export type Turn =
  | { readonly kind: 'begins' }
  /** No pod of the attempt before is known, which only a fresh read can prove. */
  | { readonly kind: 'unproven' }
  | ({ readonly kind: 'waits'; readonly recheckAfterMs: number } & Reason);

const TERMINATING = 'PreviousPodTerminating';
const ABANDONED = 'PreviousPodAbandoned';
/**
 * Reasons of an attempt whose Job was not asked for yet. Under any other one the API server refused the
 * Job: the abandonment was reported before that, and once more would be so for each refusal.
 */
const NOT_BEGUN: ReadonlySet<string> = new Set(['AttemptLost', 'Queued', TERMINATING]);

/**
 * An attempt begins when the pod of the one before has stopped or is gone, as it is once its node is
 * fenced; else some time after the loss, which people are told of first.
 */
export function turnOf(observation: Observation, attempt: number, context: JudgeContext): Turn {
  const { run, pods, isFresh } = observation;
  if (attempt === 1) return { kind: 'begins' };
  const pod = pods.find((one) => one.attempt === attempt - 1 && isAlive(one));
  if (pod === undefined) return { kind: isFresh ? 'begins' : 'unproven' };
  const reason = run.status.conditions?.[0]?.reason ?? TERMINATING;
  if (reason === ABANDONED) return { kind: 'begins' };
  const { lostPodGraceSeconds } = context.settings;
  const left = leftOf(attemptSince(run), lostPodGraceSeconds, context.now);
  const where = `the pod ${pod.name}${nodeOf(pod)}`;
  if (left > 0) {
    const message = `Attempt ${attempt} starts when ${where} has stopped, at the latest ${lostPodGraceSeconds} seconds after the loss. If that node is down, give it the taint node.kubernetes.io/out-of-service.`;
    return { kind: 'waits', reason: TERMINATING, message, recheckAfterMs: left };
  }
  if (!NOT_BEGUN.has(reason)) return { kind: 'begins' };
  const message = `Attempt ${attempt} starts though ${where} may still work: it has not stopped within ${lostPodGraceSeconds} seconds. Only the result of attempt ${attempt} counts.`;
  return { kind: 'waits', reason: ABANDONED, message, recheckAfterMs: 0 };
}

function nodeOf({ node }: ObservedPod): string {
  return node === null ? '' : ` on the node ${node}`;
}
