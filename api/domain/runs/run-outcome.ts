import type { RunResult } from '../../../runner/domain/run-result.ts';

/** How an attempt finished. `lost`: the runner died; `reason` is a sentence that says why. */
export type RunOutcome =
  | { readonly kind: 'finished'; readonly result: RunResult }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'timedOut'; readonly timeoutSeconds: number }
  | { readonly kind: 'lost'; readonly reason: string }
  | { readonly kind: 'stopped' };
