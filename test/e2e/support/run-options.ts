import type { RunOptions } from './service.ts';

/** Options of a run whose pod stays unschedulable. */
export const TOO_LARGE_FOR_ANY_NODE: RunOptions = { resources: { memory: '900Gi' } };
