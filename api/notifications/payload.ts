import {
  MAX_ERROR_LENGTH,
  type FailedRun,
  type FailedRunStore,
  type NotificationEvent,
} from './events.ts';

/**
 * Builds the JSON payload of an event.
 * @param time when the event happened
 * @returns null when the run was removed
 */
export async function buildPayload(
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
    // The truncation can split a surrogate pair.
    error: run.error.slice(0, MAX_ERROR_LENGTH).toWellFormed(),
  };
}
