import { isTerminal } from '../../../runner/domain/run-status.ts';
import { attemptSince } from './attempt.ts';
import type { Decision } from './decision.ts';
import type { Observation, ObservedRun } from '../observe/observation.ts';

/** A Job without a pod may emit no event: it is polled, at intervals that grow with the attempt's age. */
const POD_POLL = { minMs: 2500, maxMs: 60_000, shareOfAge: 0.25 } as const;
const MAX_REQUEUE_MS = 3_600_000;

/** When to requeue a Run once a decision has been applied: milliseconds, or null for never. */
export function requeueAfter(
  { run, pods }: Observation,
  decision: Decision,
  now: Date,
): number | null {
  // The next reconcile reports the new Job in the status.
  if (decision.createAttempt !== null) return 0;
  const status = decision.status ?? run.status;
  const { phase, attempt = 1 } = status;
  if (run.isDeleting || phase === undefined || isTerminal(phase)) return decision.requeueAfterMs;
  // The status announces the next attempt: nothing else triggers the creation of its Job.
  if (attempt !== (run.status.attempt ?? 1)) return 0;
  const hasPod = pods.some((pod) => pod.attempt === attempt);
  const poll = hasPod ? null : podPollMs({ ...run, status }, now);
  return earliest(decision.requeueAfterMs, poll);
}

function earliest(...delays: readonly (number | null)[]): number | null {
  const known = delays.filter((delay) => delay !== null);
  return known.length === 0 ? null : Math.min(MAX_REQUEUE_MS, ...known);
}

function podPollMs(run: ObservedRun, now: Date): number {
  const age = now.getTime() - Date.parse(attemptSince(run));
  return Math.min(POD_POLL.maxMs, Math.max(POD_POLL.minMs, age * POD_POLL.shareOfAge));
}
