/**
 * Reasons of a Run's condition that come to every run, or were asked for. Every other keeps a run from
 * its success, as a pod that no node takes.
 */
export const ORDINARY_REASONS: ReadonlySet<string> = new Set([
  'JobCreated',
  'PodPending',
  'Running',
  'Completed',
  'Cancelling',
  'Cancelled',
]);
