import type { RunResult } from '../../../runner/domain/run-result.ts';

/** How an attempt ended. `lost` means that the runner died; `reason` says in a sentence of what. */
export type RunOutcome =
  | { readonly kind: 'finished'; readonly result: RunResult }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'timedOut'; readonly timeoutSeconds: number }
  | { readonly kind: 'lost'; readonly reason: string }
  | { readonly kind: 'stopped' };
