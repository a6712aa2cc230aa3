import type { RunSpec, RunStatus } from '../../../kubernetes/resources/run.ts';

/** A Run as observed. Times are ISO 8601. */
export interface ObservedRun {
  readonly name: string;
  readonly namespace: string;
  readonly uid: string;
  readonly generation: number;
  readonly createdAt: string;
  readonly isDeleting: boolean;
  /** Whether the API has recorded the run's result. */
  readonly isRecorded: boolean;
  readonly spec: RunSpec;
  readonly status: RunStatus;
}

export interface ObservedJob {
  readonly name: string;
  readonly namespace: string;
  readonly run: string;
  readonly attempt: number;
  readonly uid: string;
  /** The uid of the Run that it was created or adopted for. */
  readonly ownerUid: string;
  /** When it was created or adopted for the Run. */
  readonly createdAt: string;
  /** Whether a CronJob created it. Garbage collection does not delete it with its Run. */
  readonly isFromCronJob: boolean;
  readonly isDeleting: boolean;
  /** Whether `spec.suspend` is set: the Job controller deletes its pods. */
  readonly isSuspended: boolean;
  /** The Kueue queue that admits it; null: none. */
  readonly queue: string | null;
  /** `status.startTime`: when it was created or last unsuspended. */
  readonly startedAt: string | null;
  /** Null while it is active. */
  readonly finished: JobVerdict | null;
}

export type JobVerdict =
  | { readonly kind: 'complete' }
  | { readonly kind: 'failed'; readonly reason: string; readonly message: string };

export interface ObservedPod {
  readonly name: string;
  readonly namespace: string;
  readonly run: string;
  readonly attempt: number;
  readonly createdAt: string;
  /** The node that it is scheduled to; null before. */
  readonly node: string | null;
  /** `status.startTime`: when the kubelet acknowledged it; null before. */
  readonly acknowledgedAt: string | null;
  readonly isDeleting: boolean;
  readonly phase: 'Pending' | 'Running' | 'Succeeded' | 'Failed' | 'Unknown';
  /** `status.reason`: why the node or the control plane terminated the pod, e.g. Evicted. */
  readonly ended: Reason | null;
  /** The condition DisruptionTarget, when it is true. */
  readonly disruption: Reason | null;
  /** The condition PodScheduled, when it is false. */
  readonly unscheduled: Reason | null;
  readonly container: ContainerState;
  readonly memoryLimit: string | null;
  readonly image: string;
}

/** Whether all containers of the pod have terminated for good. */
export function hasStopped({ phase }: ObservedPod): boolean {
  return phase === 'Succeeded' || phase === 'Failed';
}

/** Whether the runner of the pod runs or may still start. */
export function isAlive(pod: ObservedPod): boolean {
  return !hasStopped(pod) && pod.container.kind !== 'terminated';
}

export interface Reason {
  readonly reason: string;
  readonly message: string;
}

export type ContainerState =
  | ({ readonly kind: 'waiting' } & Reason)
  | { readonly kind: 'running'; readonly startedAt: string }
  | ({
      readonly kind: 'terminated';
      readonly exitCode: number;
      readonly startedAt: string | null;
      readonly finishedAt: string | null;
    } & Reason);

/** The observed state that `decide` works on. */
export interface Observation {
  readonly run: ObservedRun;
  /** Every Job of the run, of any attempt. */
  readonly jobs: readonly ObservedJob[];
  readonly pods: readonly ObservedPod[];
  /** Why the Job could not create its pod (quota, admission); null: unknown. */
  readonly podRejection: string | null;
  /** False while Events cannot be read: a rejection may be unknown. */
  readonly knowsPodRejections: boolean;
  /** Why the API server just rejected the Job of the attempt; null: not tried. */
  readonly jobRejection: Reason | null;
  /** True if Jobs and pods come from a live read, not from the cache. */
  readonly isFresh: boolean;
}
