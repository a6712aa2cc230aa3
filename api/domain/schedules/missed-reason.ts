/** Why a slot was missed, that is, started no run, with the message of the API. */
export const MISSED_REASONS = {
  no_scheduler:
    'No server polled schedules when the slot came, and the schedule does not catch up.',
  catch_up_limit:
    'More slots were missed than are caught up (SERVICE_SCHEDULER_CATCH_UP_LIMIT): the latest are.',
  flow_busy: 'Another scheduled run of the flow was under way until after the next slot.',
  concurrency_limit:
    'As many scheduled runs as allowed (SCHEDULER_MAX_CONCURRENT_RUNS) were under way until after the next slot.',
  retry_pending: 'The schedule was retrying the run of an earlier slot.',
  unchanged:
    'Neither the flow nor its data had changed since the latest successful run (only_if_changed).',
  late_poll:
    'The next slot came before the schedule was polled again (SCHEDULER_POLL_INTERVAL_SECONDS).',
} as const;

export type MissedReason = keyof typeof MISSED_REASONS;

/** All reasons. */
export const MISSED_REASON_NAMES = Object.keys(MISSED_REASONS) as MissedReason[];
