import type { RunSpec, RunStatus } from '../../../kubernetes/resources/run.ts';

/** All that is known of one Run at a moment. Times are ISO 8601. */
export interface ObservedRun {
  readonly name: string;
  readonly namespace: string;
  readonly uid: string;
  readonly generation: number;
  readonly createdAt: string;
  readonly isDeleting: boolean;
  /** The API has recorded how the run ended. */
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
  /** The Run that it was made or taken for. */
  readonly ownerUid: string;
  /** When it was made or taken for the Run. */
  readonly createdAt: string;
  /** A CronJob made it: it outlives its Run. */
  readonly isFromCronJob: boolean;
  readonly isDeleting: boolean;
  /** It makes no pod, and has none left soon. */
  readonly isSuspended: boolean;
  /** The queue that suspends it and lets it go; null: none. */
  readonly queue: string | null;
  /** When it was let go last, as its controller tells. */
  readonly startedAt: string | null;
  /** The Job's verdict; null while it is at work. */
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
  /** The node that it was given to; null before. */
  readonly node: string | null;
  /** When its node took it; null before. */
  readonly acknowledgedAt: string | null;
  readonly isDeleting: boolean;
  readonly phase: 'Pending' | 'Running' | 'Succeeded' | 'Failed' | 'Unknown';
  /** Why the node or the control plane ended the pod, e.g. Evicted. */
  readonly ended: Reason | null;
  /** The condition DisruptionTarget, when it is true. */
  readonly disruption: Reason | null;
  /** The condition PodScheduled, when it is false. */
  readonly unscheduled: Reason | null;
  readonly container: ContainerState;
  readonly memoryLimit: string | null;
  readonly image: string;
}

/** None of the pod's containers works any more, nor will. */
export function hasStopped({ phase }: ObservedPod): boolean {
  return phase === 'Succeeded' || phase === 'Failed';
}

/** The runner of the pod works, or may begin to. */
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

/** What a decision is made from. */
export interface Observation {
  readonly run: ObservedRun;
  /** Every Job of the run, of any attempt. */
  readonly jobs: readonly ObservedJob[];
  readonly pods: readonly ObservedPod[];
  /** Why the Job could make no pod (quota, admission); null when that is not known. */
  readonly podRejection: string | null;
  /** False while Events cannot be read: a refusal would not be known. */
  readonly knowsPodRejections: boolean;
  /** Why the Job of the attempt cannot be made, when that was just tried; null: not tried. */
  readonly jobRejection: Reason | null;
  /** True when Jobs and pods were read from the API server for this, not from the cache. */
  readonly isFresh: boolean;
}
