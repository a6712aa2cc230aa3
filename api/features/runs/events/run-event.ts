import type { NodeProgress } from '../../../../runner/domain/run-progress.ts';
import { isTerminal } from '../../../../runner/domain/run-status.ts';
import { optionalTimestamp, recordTimestamp } from '../../../http/responses/record-timestamp.ts';
import { lostAttemptEntry } from '../../../domain/runs/lost-attempt.ts';
import type { RunSnapshot } from '../../../execution/supervise/followed-run.ts';

/**
 * The position of an event among all possible events of a run. It depends on the content of the event, not
 * on time, so that every server gives an event the same position, live or from the records.
 */
export interface EventPlace {
  readonly attempt: number;
  readonly sequence: number;
}

export interface RunEvent {
  readonly place: EventPlace;
  readonly name: 'run_pending' | 'run_started' | 'node_started' | 'node_finished' | 'run_ended';
  readonly data: Readonly<Record<string, unknown>>;
}

/** The position before all events. */
export const BEGINNING: EventPlace = { attempt: 0, sequence: 0 };

/** As text: the id of the frame. */
export function placeText({ attempt, sequence }: EventPlace): string {
  return `${attempt}.${sequence}`;
}

export function isAfter(a: EventPlace, b: EventPlace): boolean {
  return a.attempt === b.attempt ? a.sequence > b.sequence : a.attempt > b.attempt;
}

/** The position of the last event of a finished run. */
export function lastPlace({ attempt, order }: RunSnapshot): EventPlace {
  return { attempt, sequence: FIRST_NODE + 2 * order.length };
}

/** 0: pending, 1: started, then two for each node, then finished. */
const FIRST_NODE = 2;

/** The events of a run after `seen` that have happened, in order. */
export function eventsAfter(run: RunSnapshot, seen: EventPlace): RunEvent[] {
  return [...lifeEvents(run), ...nodeEvents(run, seen), ...finishEvent(run)].filter(({ place }) =>
    isAfter(place, seen),
  );
}

function lifeEvents(run: RunSnapshot): RunEvent[] {
  const { runId, attempt, createdAt, startedAt, status } = run;
  const created = pendingEvent(runId, 1, { at: recordTimestamp(createdAt) });
  const pending = [created, ...pendingAgain(run)];
  if (startedAt === null || status === 'pending') return pending;
  const started: RunEvent = {
    place: { attempt, sequence: 1 },
    name: 'run_started',
    data: { run_id: runId, status: 'running', attempt, at: recordTimestamp(startedAt) },
  };
  return [...pending, started];
}

/** The event that the run waits for this attempt because the one before was lost. */
function pendingAgain({ runId, attempt, lost }: RunSnapshot): RunEvent[] {
  if (lost === null) return [];
  const { message } = lostAttemptEntry({ number: attempt - 1, reason: lost.reason });
  return [pendingEvent(runId, attempt, { at: optionalTimestamp(lost.at), message })];
}

function pendingEvent(runId: string, attempt: number, more: object): RunEvent {
  const data = { run_id: runId, status: 'pending', attempt, ...more };
  return { place: { attempt, sequence: 0 }, name: 'run_pending', data };
}

function nodeEvents(run: RunSnapshot, seen: EventPlace): RunEvent[] {
  if (run.status === 'pending') return [];
  const { attempt, order } = run;
  const passed = seen.attempt === attempt ? Math.floor((seen.sequence - FIRST_NODE) / 2) : 0;
  const events: RunEvent[] = [];
  for (let position = Math.max(0, passed); position < countNodesWithEvents(run); position++) {
    const nodeId = order[position] ?? '';
    const sequence = FIRST_NODE + 2 * position;
    const end = run.finished.get(nodeId);
    const place = { attempt, sequence: sequence + 1 };
    const base = { run_id: run.runId, attempt, node_id: nodeId };
    if (nodeId === run.current || (end !== undefined && end.status !== 'skipped')) {
      events.push({ place: { attempt, sequence }, name: 'node_started', data: base });
    }
    if (nodeId === run.current) continue;
    events.push({ place, name: 'node_finished', data: { ...base, ...outcomeOf(end) } });
  }
  return events;
}

/** How many nodes, from the first, have events: a node before one with events was skipped. */
function countNodesWithEvents({ order, finished, current }: RunSnapshot): number {
  return 1 + order.findLastIndex((nodeId) => nodeId === current || finished.has(nodeId));
}

function outcomeOf(end: NodeProgress | undefined): Readonly<Record<string, unknown>> {
  return {
    status: end?.status ?? 'skipped',
    rows: end?.rows ?? null,
    duration_ms: end?.durationMs ?? null,
  };
}

function finishEvent(run: RunSnapshot): RunEvent[] {
  const { runId, status, attempt, errorMessage, finishedAt, order, finished } = run;
  if (!isTerminal(status)) return [];
  // A finished node can still turn out to have failed: these are the final statuses.
  const nodes = order.flatMap((nodeId) => {
    const end = finished.get(nodeId);
    return end === undefined ? [] : [{ node_id: nodeId, ...outcomeOf(end) }];
  });
  const at = finishedAt === null ? null : recordTimestamp(finishedAt);
  const data = { run_id: runId, status, attempt, error_message: errorMessage, at, nodes };
  return [{ place: lastPlace(run), name: 'run_ended', data }];
}
