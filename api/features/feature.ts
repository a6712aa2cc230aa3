import type { Route } from '../openapi/route.ts';

/** What a feature brings to the service. */
export interface Feature {
  readonly routes: readonly Route[];
  /** Work before the first request, e.g. recovery after a crash. Readiness waits for it. */
  start?(): Promise<void>;
  /**
   * Runs its code once without an effect, so that the first request finds it loaded and compiled. It is called when the
   * service is ready.
   */
  warmUp?(): Promise<void>;
  /** Ends what the feature has going on; bounded by the service's shutdown time. */
  close?(): Promise<void>;
}
