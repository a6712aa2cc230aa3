import type { RunResult } from '../../../../../runner/domain/run-result.ts';
import {
  completionOf,
  stoppedCompletion,
  type FinishedAttempt,
  type RunCompletion,
} from '../../../../domain/runs/run-completion.ts';
import { lostAttemptEntry } from '../../../../domain/runs/lost-attempt.ts';
import { NO_PROGRESS } from '../../../../domain/runs/stopped-node-results.ts';
import type { ObservedOutcome, ObservedRun } from '../run-resource/run-resource.ts';

/**
 * What to record of a run whose Run resource reports a final phase.
 * @param run `progress`: the known progress of its nodes, for a run without a result
 * @param result null when the object store has none
 */
export function observedCompletion(
  run: Pick<FinishedAttempt, 'runId' | 'graph'> & Partial<FinishedAttempt>,
  seen: Pick<ObservedRun, 'lostAttempts'> & { readonly end: ObservedOutcome },
  result: RunResult | null,
): RunCompletion {
  const ending = endingFrom({ progress: NO_PROGRESS, ...run }, seen.end, result);
  const lost = seen.lostAttempts.map(lostAttemptEntry);
  return lost.length === 0 ? ending : { ...ending, logs: [...lost, ...ending.logs] };
}

function endingFrom(
  run: FinishedAttempt,
  { phase, message }: ObservedOutcome,
  result: RunResult | null,
): RunCompletion {
  if (phase === 'cancelled') return completionOf(run, { kind: 'cancelled' });
  if (result !== null) return completionOf(run, { kind: 'finished', result });
  if (phase === 'failed' && message !== '') return stoppedCompletion(run, message);
  return stoppedCompletion(run, 'The runner ended, but its result is not in the object store.');
}

/**
 * Start and end of a run, in order, not before its creation and not after `now`: the clocks of nodes differ from
 * that of the database, by which `now` goes.
 */
export function observedTimes(
  run: { readonly createdAt: Date; readonly startedAt: Date | null },
  seen: { readonly startedAt: string | null; readonly finishedAt: string | null },
  now: Date,
): { readonly startedAt: Date; readonly finishedAt: Date } {
  const finished = observedTime(seen.finishedAt, now);
  const began = seen.startedAt === null ? finished : observedTime(seen.startedAt, now);
  const startedAt = run.startedAt ?? later(began, run.createdAt);
  return { startedAt, finishedAt: later(finished, startedAt) };
}

/** A time that the cluster states; `now` when it states none, or one that is not past by the database. */
export function observedTime(seen: string | null, now: Date): Date {
  if (seen === null) return now;
  const time = new Date(seen);
  return time < now ? time : now;
}

function later(a: Date, b: Date): Date {
  return a > b ? a : b;
}
