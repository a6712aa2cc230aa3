import type { Route } from '../openapi/route.ts';

/** What a feature brings to the service. */
export interface Feature {
  readonly routes: readonly Route[];
  /** Work before the first request, e.g. recovery after a crash. Readiness waits for it. */
  start?(): Promise<void>;
  /** Ends what the feature has going on; bounded by the service's shutdown time. */
  close?(): Promise<void>;
}
