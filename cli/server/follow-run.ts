import { setTimeout as pause } from 'node:timers/promises';
import { UserError } from '../../runner/domain/errors.ts';
import { bodyOf, type ApiClient } from './api-client.ts';
import { eventFrames, type EventFrame } from './event-frames.ts';
import { AnswerError, UnreachableError, unreachable } from './server-error.ts';

/** An event of a run, with the fields that its progress needs. */
export interface RunEvent {
  readonly name: string;
  /** The node of the event; null for the whole run. */
  readonly nodeId: string | null;
}

/** Limits of following a run, in milliseconds. */
export interface FollowLimits {
  /** Maximum time without a heartbeat, which the server sends every 15 s. */
  readonly maxSilenceMs: number;
  /** Maximum time without a server, which may restart or be upgraded. */
  readonly maxAbsenceMs: number;
  readonly reconnectAfterMs: number;
}

const LIMITS: FollowLimits = {
  maxSilenceMs: 60_000,
  maxAbsenceMs: 120_000,
  reconnectAfterMs: 1_000,
};

/**
 * Follows a run until it has finished. Reconnects after a broken connection and continues after the last
 * event, on any server.
 * @throws UserError when the server is unavailable for too long
 * @throws AnswerError when the run does not exist
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
      if (!isTransient(error)) throw error;
      if (absence > limits.maxAbsenceMs) throw lostContact(error, runId);
    }
    await pause(limits.reconnectAfterMs);
  }
}

interface Seen {
  /** Id of the last event; empty before the first one. */
  lastId: string;
  /** Time of the last heartbeat or event. */
  contact: number;
}

interface Following {
  readonly seen: Seen;
  readonly onEvent: (event: RunEvent) => void;
  readonly limits: FollowLimits;
}

/** Reads one stream, which ends when the run has finished, after an hour or when the server stops. */
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

/** Yields the events of one connection. */
async function* framesAfter(
  api: ApiClient,
  { runId, lastId }: { readonly runId: string; readonly lastId: string },
  { maxSilenceMs }: FollowLimits,
): AsyncGenerator<EventFrame | null, undefined> {
  const silence = new AbortController();
  const timer = setTimeout(() => {
    silence.abort(new DOMException('no heartbeat', 'TimeoutError'));
  }, maxSilenceMs);
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

/** Reports whether a retry may succeed. A server that refuses connections is assumed to restart. */
function isTransient(error: unknown): boolean {
  if (error instanceof UnreachableError) return true;
  return error instanceof AnswerError && (error.status === 429 || error.status >= 500);
}

function lostContact(cause: unknown, runId: string): UserError {
  const reason = cause instanceof UnreachableError ? cause.happened : messageOf(cause);
  return new UserError(
    `${reason} The run may continue; follow it again with: millrace logs ${runId} --follow`,
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
