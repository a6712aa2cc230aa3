import type { OwnerReference } from '../../kubernetes/client/kube-object.ts';
import type { ScheduleSpec, ScheduleStatus } from '../../kubernetes/resources/schedule.ts';

/** A Schedule with the version it was read at, by which later writes are fenced. Times are ISO 8601. */
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
  /** The controller that owns it; empty: none. */
  readonly ownerUid: string;
  readonly isDeleting: boolean;
  readonly settings: CronSettings;
  /** Fingerprint of the Jobs that it makes. */
  readonly template: string;
  readonly lastScheduledAt: string | null;
}

/** The fields of a CronJob that say when it makes a Job; whoever changes them by hand has them put right. */
export interface CronSettings {
  readonly schedule: string;
  readonly timeZone: string;
  readonly concurrencyPolicy: string;
  readonly startingDeadlineSeconds: number;
  readonly suspend: boolean;
  readonly successfulJobsHistoryLimit: number;
  readonly failedJobsHistoryLimit: number;
}

/** A Job, suspended at first, that a CronJob made and no run has taken. */
export interface WaitingJob {
  readonly name: string;
  readonly uid: string;
  readonly resourceVersion: string;
  /** The Schedule that it comes of. */
  readonly schedule: string;
  /** The time it was made for, in whole seconds of UTC. */
  readonly scheduledFor: string;
  readonly template: string;
  readonly owners: readonly OwnerReference[];
  readonly isDeleting: boolean;
  /** Somebody let it go or ended it before a run took it: it stands for no run any more. */
  readonly isSpent: boolean;
}

/** What a decision is made from. */
export interface ScheduleObservation {
  readonly schedule: ObservedSchedule;
  readonly cronJob: ObservedCronJob | null;
  /** The oldest first. */
  readonly waiting: readonly WaitingJob[];
}
