import { setTimeout as pause } from 'node:timers/promises';
import { UserError } from '../../runner/domain/errors.ts';
import { bodyOf, type ApiClient } from './api-client.ts';
import { eventFrames, type EventFrame } from './event-frames.ts';
import { AnswerError, UnreachableError, unreachable } from './server-error.ts';

/** What happens to a run, as far as its progress needs it. */
export interface RunEvent {
  readonly name: string;
  /** The node that it is about; null: the whole run. */
  readonly nodeId: string | null;
}

export interface FollowLimits {
  /** The service gives a sign of life every 15 s. */
  readonly longestSilenceMs: number;
  /** How long a service may be away: it restarts, or is upgraded. */
  readonly longestAbsenceMs: number;
  readonly reconnectAfterMs: number;
}

const LIMITS: FollowLimits = {
  longestSilenceMs: 60_000,
  longestAbsenceMs: 120_000,
  reconnectAfterMs: 1_000,
};

/**
 * Waits for the end of a run, over connections that break: the events after the last one seen are asked
 * for again, from whichever server answers.
 * @throws UserError when the service is away for too long, AnswerError when there is no such run
 */
export async function followRun(
  api: ApiClient,
  runId: string,
  onEvent: (event: RunEvent) => void,
  limits: FollowLimits = LIMITS,
): Promise<void> {
  const seen: Seen = { lastId: '', contact: performance.now() };
  for (;;) {
    try {
      await followConnection(api, runId, { seen, onEvent, limits });
      if (await hasEnded(api, runId)) return;
    } catch (error) {
      const absence = performance.now() - seen.contact;
      if (!isPassing(error)) throw error;
      if (absence > limits.longestAbsenceMs) throw lostContact(error, runId);
    }
    await pause(limits.reconnectAfterMs);
  }
}

interface Seen {
  /** Of the last event; empty before the first. */
  lastId: string;
  /** When the service last gave a sign of life. */
  contact: number;
}

interface Following {
  readonly seen: Seen;
  readonly onEvent: (event: RunEvent) => void;
  readonly limits: FollowLimits;
}

/** Until the stream ends, as it does when the run has ended, after an hour, or when its server stops. */
async function followConnection(
  api: ApiClient,
  runId: string,
  { seen, onEvent, limits }: Following,
): Promise<void> {
  for await (const frame of framesAfter(api, { runId, lastId: seen.lastId }, limits)) {
    seen.contact = performance.now();
    if (frame === null) continue;
    if (frame.name === 'error') return;
    seen.lastId = frame.id;
    onEvent(runEvent(frame));
  }
}

/** One connection's worth of events. */
async function* framesAfter(
  api: ApiClient,
  { runId, lastId }: { readonly runId: string; readonly lastId: string },
  { longestSilenceMs }: FollowLimits,
): AsyncGenerator<EventFrame | null, undefined> {
  const silence = new AbortController();
  const timer = setTimeout(() => {
    silence.abort(new DOMException('no sign of life', 'TimeoutError'));
  }, longestSilenceMs);
  try {
    const path = { run_id: runId };
    const headers = lastId === '' ? {} : { 'Last-Event-ID': lastId };
    const response = await api.open('streamRunEvents', { path, headers }, silence.signal);
    for await (const frame of eventFrames(bodyOf(response))) {
      timer.refresh();
      yield frame;
    }
  } catch (error) {
    throw error instanceof UserError ? error : unreachable(api.address, error);
  } finally {
    clearTimeout(timer);
    silence.abort();
  }
  return undefined;
}

async function hasEnded(api: ApiClient, runId: string): Promise<boolean> {
  const { data } = await api.call('getRun', { path: { run_id: runId } });
  return !['pending', 'running'].includes(data.status);
}

/** Here a service that refuses connections is one that restarts. */
function isPassing(error: unknown): boolean {
  if (error instanceof UnreachableError) return true;
  return error instanceof AnswerError && (error.status === 429 || error.status >= 500);
}

function lostContact(cause: unknown, runId: string): UserError {
  const reason = cause instanceof UnreachableError ? cause.happened : messageOf(cause);
  return new UserError(
    `${reason} The run goes on where it can; follow it again with: millrace logs ${runId} --follow`,
    { cause },
  );
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : '';
}

function runEvent({ name, data }: EventFrame): RunEvent {
  const fields = JSON.parse(data) as { readonly node_id?: unknown };
  return { name, nodeId: typeof fields.node_id === 'string' ? fields.node_id : null };
}
