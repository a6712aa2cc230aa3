import type { Logger } from 'pino';
import type { OperatorConfig } from '../config.ts';
import type { EventQueue } from '../events/event-queue.ts';
import type { OnStep } from '../failpoint.ts';
import type { KubeApi } from '../../kubernetes/client/kube-api.ts';
import type { OperatorMetrics } from '../metrics.ts';

/** What serving a kind of resource takes. */
export interface ServeContext {
  readonly api: KubeApi;
  readonly config: OperatorConfig;
  readonly metrics: OperatorMetrics;
  readonly logger: Logger;
  readonly events: EventQueue;
  readonly now: () => Date;
  readonly onStep: OnStep;
}

/** A kind of resource whose objects are brought to what they ask for. */
export interface ServedKind {
  /** Begins to fill what is known of the cluster. */
  start(): void;
  /** Begins to work: this process leads. */
  lead(): void;
  /** False when work is stuck. */
  isLive(): boolean;
  /** Ends what is under way. */
  stop(): Promise<void>;
}
