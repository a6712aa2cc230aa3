/** All states of a run. `success`, `failed` and `cancelled` are final. */
export const RUN_STATUSES = ['pending', 'running', 'success', 'failed', 'cancelled'] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];

export type TerminalStatus = 'success' | 'failed' | 'cancelled';

const NEXT: Readonly<Record<RunStatus, readonly RunStatus[]>> = {
  pending: ['running', 'success', 'failed', 'cancelled'],
  running: ['success', 'failed', 'cancelled'],
  success: [],
  failed: [],
  cancelled: [],
};

/** Whether the status is final. */
export function isTerminal(status: RunStatus): status is TerminalStatus {
  return NEXT[status].length === 0;
}

/**
 * Whether a run may change from one status to the other within an attempt. The next attempt of a run is pending
 * first, so a run that was running may be pending again.
 */
export function canTransition(from: RunStatus, to: RunStatus): boolean {
  return NEXT[from].includes(to);
}

export const NODE_STATUSES = ['success', 'failed', 'skipped'] as const;
export type NodeStatus = (typeof NODE_STATUSES)[number];

export const RUN_TRIGGERS = ['manual', 'schedule', 'retry', 'seed', 'webhook'] as const;
export type RunTrigger = (typeof RUN_TRIGGERS)[number];

/** The error message of a run that was active when a server with the local executor stopped. */
export const INTERRUPTED_MESSAGE = 'Run interrupted by a server restart.';
