import type { OwnerReference } from '../../kubernetes/client/kube-object.ts';
import type { ScheduleSpec, ScheduleStatus } from '../../kubernetes/resources/schedule.ts';

/** A Schedule, with the resource version that fences later writes. Times are ISO 8601. */
export interface ObservedSchedule {
  readonly name: string;
  readonly namespace: string;
  readonly uid: string;
  readonly resourceVersion: string;
  readonly generation: number;
  readonly isDeleting: boolean;
  readonly spec: ScheduleSpec;
  readonly status: ScheduleStatus;
}

export interface ObservedCronJob {
  readonly name: string;
  readonly uid: string;
  readonly resourceVersion: string;
  /** The uid of its controller; empty: none. */
  readonly ownerUid: string;
  readonly isDeleting: boolean;
  readonly settings: CronSettings;
  /** Fingerprint of its Job template. */
  readonly template: string;
  readonly lastScheduledAt: string | null;
}

/** The fields of a CronJob that the operator compares and restores. */
export interface CronSettings {
  readonly schedule: string;
  readonly timeZone: string;
  readonly concurrencyPolicy: string;
  readonly startingDeadlineSeconds: number;
  readonly suspend: boolean;
  readonly successfulJobsHistoryLimit: number;
  readonly failedJobsHistoryLimit: number;
}

/** A suspended Job of a CronJob that no run has adopted. */
export interface WaitingJob {
  readonly name: string;
  readonly uid: string;
  readonly resourceVersion: string;
  /** The name of its Schedule. */
  readonly schedule: string;
  /** Its slot, in whole seconds of UTC. */
  readonly scheduledFor: string;
  readonly template: string;
  readonly owners: readonly OwnerReference[];
  readonly isDeleting: boolean;
  /** It was resumed or has finished before a run adopted it. */
  readonly isUnusable: boolean;
}

/** The input of a decision. */
export interface ScheduleObservation {
  readonly schedule: ObservedSchedule;
  readonly cronJob: ObservedCronJob | null;
  /** The oldest first. */
  readonly waiting: readonly WaitingJob[];
  /** The latest version of the Schedule or its CronJob cannot be read; the cache has an older one. */
  readonly isUnreadable: boolean;
  /** Why the API server rejected the CronJob during this reconcile; null: it did not. */
  readonly cronJobRejection: string | null;
}
