import { isDeepStrictEqual } from 'node:util';
import {
  canTransition,
  isTerminal,
  type RunStatus as Phase,
} from '../../../runner/domain/run-status.ts';
import type { Condition } from '../../../kubernetes/resources/condition.ts';
import {
  MAX_REASON_LENGTH,
  type LostAttempt,
  type RunStatus,
} from '../../../kubernetes/resources/run.ts';
import type { ObservedRun, Reason } from '../observe/observation.ts';

/** The next state of a Run. */
export interface Transition {
  readonly phase: Phase;
  readonly attempt: number;
  /** The uid of the attempt's Job, if it has one. */
  readonly jobUid?: string;
  readonly reason: string;
  readonly message: string;
  readonly startedAt?: string;
  readonly finishedAt?: string;
  readonly resultKey?: string;
  /** Replaces the list of lost attempts. */
  readonly lostAttempts?: readonly LostAttempt[];
}

const MAX_MESSAGE_LENGTH = 2048;
/** Replaces an empty reason, with which the API server would reject the status. */
const NO_REASON = 'Unknown';

/** The complete status after a transition; null if nothing changes. */
export function nextStatus(run: ObservedRun, to: Transition, now: Date): RunStatus | null {
  const { status: was } = run;
  const isNewAttempt = was.attempt !== undefined && was.attempt !== to.attempt;
  const phase = isNewAttempt ? to.phase : phaseAfter(was.phase, to.phase);
  const status: RunStatus = {
    phase,
    attempt: to.attempt,
    observedGeneration: run.generation,
    ...defined({
      jobUid: (isNewAttempt ? undefined : was.jobUid) ?? to.jobUid,
      resultKey: to.resultKey,
      startedAt: was.startedAt ?? to.startedAt,
      finishedAt: isTerminal(phase) ? (to.finishedAt ?? now.toISOString()) : undefined,
      attempts: staleAfter(was, to),
    }),
    conditions: [summary(run, { ...to, phase }, now)],
  };
  return isDeepStrictEqual(status, was) ? null : status;
}

function staleAfter(was: RunStatus, { lostAttempts }: Transition): LostAttempt[] | undefined {
  return lostAttempts?.map(bounded) ?? was.attempts;
}

/** A running attempt does not become pending again: the cache of pods may lag. */
function phaseAfter(was: Phase | undefined, to: Phase): Phase {
  return was === undefined || canTransition(was, to) ? to : was;
}

function summary(run: ObservedRun, to: Transition, now: Date): Condition {
  const last = run.status.conditions?.find(({ type }) => type === 'Succeeded');
  const status = truthOf(to.phase);
  return {
    type: 'Succeeded',
    status,
    ...bounded({ reason: to.reason, message: to.message }),
    lastTransitionTime: last?.status === status ? last.lastTransitionTime : now.toISOString(),
    observedGeneration: run.generation,
  };
}

/**
 * Truncates texts of nodes, schedulers and webhooks to the limits of the schema. The API server stores a
 * split surrogate pair as U+FFFD, so the status would differ at every reconcile; `toWellFormed` prevents it.
 */
function bounded<R extends Reason>(of: R): R {
  const reason =
    of.reason === '' ? NO_REASON : of.reason.slice(0, MAX_REASON_LENGTH).toWellFormed();
  return { ...of, reason, message: of.message.slice(0, MAX_MESSAGE_LENGTH).toWellFormed() };
}

function truthOf(phase: Phase): Condition['status'] {
  if (phase === 'success') return 'True';
  return isTerminal(phase) ? 'False' : 'Unknown';
}

type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

function defined<T extends object>(fields: T): Defined<T> {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as Defined<T>;
}
