/** Condition reasons of a normal or cancelled run. Any other one delays or fails a run, e.g. Unschedulable. */
export const ORDINARY_REASONS: ReadonlySet<string> = new Set([
  'JobCreated',
  'PodPending',
  'Running',
  'Completed',
  'Cancelling',
  'Cancelled',
]);
