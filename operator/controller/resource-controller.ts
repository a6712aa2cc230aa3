import type { Logger } from 'pino';
import type { OperatorConfig } from '../config.ts';
import type { EventRecorder } from '../events/event-recorder.ts';
import type { OnStep } from '../failpoint.ts';
import type { KubeApi } from '../../kubernetes/client/kube-api.ts';
import type { OperatorMetrics } from '../metrics.ts';

/** What the controllers of one operator share. */
export interface ControllerContext {
  readonly api: KubeApi;
  readonly config: OperatorConfig;
  readonly metrics: OperatorMetrics;
  readonly logger: Logger;
  readonly events: EventRecorder;
  readonly now: () => Date;
  readonly onStep: OnStep;
}

/** The controller of one kind of resource, with its caches. */
export interface ResourceController {
  /** Starts to list and watch. A process that waits for leadership keeps its caches warm. */
  startCaches(): void;
  /** Starts to reconcile, once this process is the leader. */
  startWorkers(): void;
  /** False while a reconcile hangs: a liveness probe should restart the process. */
  isLive(): boolean;
  /** Waits for reconciles in progress, then stops the caches. */
  stop(): Promise<void>;
}
