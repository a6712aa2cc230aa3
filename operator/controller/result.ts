/** What a reconcile returns, as `Result` of controller-runtime: whether to reconcile the object again. */
export interface Result {
  /** Milliseconds after which to requeue the object, even if nothing changes; 0: immediately, null: never. */
  readonly requeueAfterMs: number | null;
}

/** Nothing is left to do until the object, or what it owns, changes. */
export const DONE: Result = { requeueAfterMs: null };
