import { setTimeout as wait } from 'node:timers/promises';
import { isTerminal } from '../../../../runner/domain/run-status.ts';
import type { EventStream } from '../../../http/responses/event-stream.ts';
import { eventsAfter, placeText, type EventPlace } from './run-event.ts';
import type { FollowedRun, RunSnapshot } from '../../../execution/supervise/followed-run.ts';

export interface EventStreamLimits {
  /** The longest time that a client is kept waiting for the end of the run. */
  readonly maxWaitMs: number;
  /** The pause between two signs of life while nothing happens. */
  readonly keepAliveMs: number;
  /** How often a run that nobody tells about is looked at. */
  readonly lookMs: number;
  /** The shortest time between two looks at a run that goes on: what happens meanwhile is told together. */
  readonly restMs: number;
}

export const EVENT_STREAM_LIMITS: EventStreamLimits = {
  maxWaitMs: 3_600_000,
  keepAliveMs: 15_000,
  lookMs: 1_000,
  restMs: 50,
};

/** Writes the events of a run after `seen` as they happen, until the run has ended or the client is gone. */
export async function streamRunEvents(
  stream: EventStream,
  from: { readonly followed: FollowedRun; readonly seen: EventPlace },
  limits: EventStreamLimits = EVENT_STREAM_LIMITS,
): Promise<void> {
  const fault = await tell(stream, from, limits);
  if (fault !== null) await stream.send({ name: 'error', data: { detail: fault } });
  stream.end();
}

/** @returns why it stopped before the end of the run, or null */
async function tell(
  stream: EventStream,
  { followed, seen }: { readonly followed: FollowedRun; readonly seen: EventPlace },
  limits: EventStreamLimits,
): Promise<string | null> {
  const deadline = performance.now() + limits.maxWaitMs;
  let last = seen;
  let lastWrite = performance.now();
  let waiting = '';
  while (!stream.signal.aborted) {
    const changed = followed.whenChanged();
    const run = await followed.look();
    if (run === null) return 'The run was deleted';
    for (const event of eventsAfter(run, last)) {
      await stream.send({ id: placeText(event.place), name: event.name, data: event.data });
      last = event.place;
      lastWrite = performance.now();
    }
    if (isTerminal(run.status)) return null;
    const now = waitingText(run);
    if (now !== waiting && run.waiting !== null) {
      const { runId: run_id, attempt, waiting: why } = run;
      await stream.send({ name: 'run_waiting', data: { run_id, attempt, ...why } });
      lastWrite = performance.now();
    }
    waiting = now;
    if (performance.now() >= deadline) return 'Timed out waiting for run completion';
    if (performance.now() - lastWrite >= limits.keepAliveMs) {
      await stream.comment('keepalive');
      lastWrite = performance.now();
    }
    await pause([changed, followed.whenFinished()], limits.lookMs, stream.signal);
    await pause([followed.whenFinished()], limits.restMs, stream.signal);
  }
  return null;
}

function waitingText({ attempt, waiting }: RunSnapshot): string {
  return waiting === null ? '' : `${attempt} ${waiting.reason} ${waiting.message}`;
}

/** Waits until one of the promises settles, `ms` are over or `signal` aborts. */
async function pause(
  promises: readonly (Promise<void> | undefined)[],
  ms: number,
  signal: AbortSignal,
): Promise<void> {
  const over = new AbortController();
  const timer = wait(ms, undefined, { signal: AbortSignal.any([signal, over.signal]) });
  await Promise.race([
    timer.catch(() => undefined),
    ...promises.filter((promise) => promise !== undefined),
  ]);
  over.abort();
}
