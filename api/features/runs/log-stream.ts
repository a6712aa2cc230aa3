import type { ServerResponse } from 'node:http';
import { exactJson } from '../../../runner/domain/exact-json.ts';
import { waitForAny } from '../../execution/wait-for-any.ts';
import { disconnectSignal } from '../../http/disconnect-signal.ts';
import type { RunWatch } from '../../execution/launch/run-service.ts';
import type { RunRecord } from '../../domain/runs/run-record.ts';

export interface LogStreamLimits {
  /** The stream ends with an error when the run takes longer. */
  readonly maxWaitMs: number;
  /** The interval of keepalive comments. */
  readonly keepAliveMs: number;
}

const LOG_STREAM_LIMITS: LogStreamLimits = { maxWaitMs: 3_600_000, keepAliveMs: 500 };

/**
 * Writes the log of a run as server-sent events: comments until the run has finished, then its entries and
 * `done`; or `error` when the wait timed out or the run was deleted. It ends when the client disconnects.
 */
export async function streamRunLogs(
  response: ServerResponse,
  watch: RunWatch,
  limits: LogStreamLimits = LOG_STREAM_LIMITS,
): Promise<void> {
  response.writeHead(200, {
    'Content-Type': 'text/event-stream; charset=utf-8',
    'Cache-Control': 'no-cache',
    'X-Accel-Buffering': 'no',
  });
  if (response.req.method === 'HEAD') {
    response.end();
    return;
  }
  const signal = disconnectSignal(response);
  const run = await waitForRun(response, watch, { ...limits, signal });
  if (signal.aborted) return;
  for (const frame of framesOf(run)) response.write(frame);
  response.end();
}

/** @returns null when the wait timed out or the client disconnected */
async function waitForRun(
  response: ServerResponse,
  watch: RunWatch,
  limits: LogStreamLimits & { readonly signal: AbortSignal },
): Promise<RunRecord | 'gone' | null> {
  const deadline = performance.now() + limits.maxWaitMs;
  while (!limits.signal.aborted) {
    const run = await watch.finishedRun();
    if (run !== null) return run;
    if (performance.now() >= deadline) return null;
    response.write(': keepalive\n\n');
    await waitForAny([watch.whenFinished()], limits.keepAliveMs, limits.signal);
  }
  return null;
}

function framesOf(run: RunRecord | 'gone' | null): string[] {
  if (run === null) return [TIMED_OUT];
  if (run === 'gone') return [GONE];
  const entries = (run.logs ?? []).map((entry) => frame(entry));
  return [...entries, frame({ status: run.status, run_id: run.id }, 'done')];
}

const GONE = frame({ detail: 'The run was deleted' }, 'error');
const TIMED_OUT = frame({ detail: 'Timed out waiting for run completion' }, 'error');

function frame(data: unknown, event?: string): string {
  return `${event === undefined ? '' : `event: ${event}\n`}data: ${exactJson.stringify(data)}\n\n`;
}
