/** Reason of a run that waits for the queue of its Job. */
export const QUEUED = 'Queued';
