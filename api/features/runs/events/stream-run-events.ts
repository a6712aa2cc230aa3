import { isTerminal } from '../../../../runner/domain/run-status.ts';
import type { EventStream } from '../../../http/responses/event-stream.ts';
import { eventsAfter, placeText, type EventPlace } from './run-event.ts';
import type { FollowedRun, RunSnapshot } from '../../../execution/supervise/followed-run.ts';
import { waitForAny } from '../../../execution/wait-for-any.ts';

export interface EventStreamLimits {
  /** The stream ends with an error when the run takes longer. */
  readonly maxWaitMs: number;
  /** The interval of keepalive comments while nothing happens. */
  readonly keepAliveMs: number;
  /** The poll interval for a run without notifications. */
  readonly pollMs: number;
  /** The minimum interval between two reads of a run: events in between are sent together. */
  readonly debounceMs: number;
}

export const EVENT_STREAM_LIMITS: EventStreamLimits = {
  maxWaitMs: 3_600_000,
  keepAliveMs: 15_000,
  pollMs: 1_000,
  debounceMs: 50,
};

/** Sends the events of a run after `seen` as they happen, until the run has finished or the client disconnects. */
export async function streamRunEvents(
  stream: EventStream,
  from: { readonly followed: FollowedRun; readonly seen: EventPlace },
  limits: EventStreamLimits = EVENT_STREAM_LIMITS,
): Promise<void> {
  const error = await sendEvents(stream, from, limits);
  if (error !== null) await stream.send({ name: 'error', data: { detail: error } });
  stream.end();
}

/** @returns why the stream ends before the run, or null */
async function sendEvents(
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
    const run = await followed.snapshot();
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
    await waitForAny([changed, followed.whenFinished()], limits.pollMs, stream.signal);
    await waitForAny([followed.whenFinished()], limits.debounceMs, stream.signal);
  }
  return null;
}

function waitingText({ attempt, waiting }: RunSnapshot): string {
  return waiting === null ? '' : `${attempt} ${waiting.reason} ${waiting.message}`;
}
