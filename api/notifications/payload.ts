import {
  MAX_ERROR_LENGTH,
  type FailedRun,
  type FailedRunStore,
  type NotificationEvent,
} from './events.ts';

/**
 * The JSON that is sent of an event.
 * @param time when it happened
 * @returns null when what it is about is gone
 */
export async function payloadOf(
  event: NotificationEvent,
  time: Date,
  runs: FailedRunStore,
): Promise<object | null> {
  const head = { event: event.event, timestamp: time.toISOString().replace('Z', '000+00:00') };
  if (event.event === 'schedule_auto_disabled') {
    return {
      ...head,
      schedule_id: event.scheduleId,
      flow_id: event.flowId,
      reason: event.reason,
      consecutive_failures: event.consecutiveFailures,
      last_run_id: event.lastRunId,
    };
  }
  const run = await runs.find(event.runId);
  return run === null ? null : { ...head, ...runFields(run) };
}

function runFields(run: FailedRun): object {
  return {
    flow_id: run.flowId,
    flow_name: run.flowName,
    run_id: run.runId,
    trigger: run.trigger,
    engine: run.engine,
    // A cut can part a surrogate pair.
    error: run.error.slice(0, MAX_ERROR_LENGTH).toWellFormed(),
  };
}
