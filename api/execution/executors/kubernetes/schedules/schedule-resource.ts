import { isDeepStrictEqual } from 'node:util';
import type { KubeObject } from '../../../../../kubernetes/client/kube-object.ts';
import { GROUP, VERSION } from '../../../../../kubernetes/resources/run.ts';
import type { ScheduleSpec, ScheduleStatus } from '../../../../../kubernetes/resources/schedule.ts';

/** The desired state of a Schedule resource. */
export interface DesiredSchedule {
  readonly labels: Readonly<Record<string, string>>;
  readonly spec: Omit<ScheduleSpec, 'settledThrough'>;
}

/** Returns the manifest of a Schedule resource. */
export function scheduleManifest({ labels, spec }: DesiredSchedule): object {
  return {
    apiVersion: `${GROUP}/${VERSION}`,
    kind: 'Schedule',
    metadata: { name: spec.scheduleId, labels },
    spec,
  };
}

/** The cached part of a Schedule resource. Times are in milliseconds since the epoch. */
export interface ObservedSchedule {
  readonly uid: string;
  readonly resourceVersion: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly spec: DesiredSchedule['spec'];
  /** Slots up to this one are acknowledged; null: none. */
  readonly acknowledgedThrough: number | null;
  /** Whether its CronJob is as desired. */
  readonly isReady: boolean;
  /** The latest slot that its CronJob reported; null: none. */
  readonly reportedThrough: number | null;
  /** Slots whose Jobs wait for a run, the oldest first. */
  readonly waiting: readonly number[];
}

interface ScheduleObject extends KubeObject {
  readonly spec: ScheduleSpec;
  readonly status?: ScheduleStatus;
}

export function readObservedSchedule(object: KubeObject): ObservedSchedule {
  const { metadata, spec: fullSpec, status = {} } = object as ScheduleObject;
  const { settledThrough, ...spec } = fullSpec;
  const ready = status.conditions?.find(({ type }) => type === 'Ready');
  const waiting = (status.waiting ?? []).map(({ scheduledFor }) => Date.parse(scheduledFor));
  const { lastScheduledAt } = status;
  const reported =
    lastScheduledAt === undefined ? waiting : [...waiting, Date.parse(lastScheduledAt)];
  return {
    uid: metadata.uid,
    resourceVersion: metadata.resourceVersion,
    labels: metadata.labels ?? {},
    spec,
    acknowledgedThrough: settledThrough === undefined ? null : Date.parse(settledThrough),
    isReady: ready?.status === 'True',
    reportedThrough: reported.length === 0 ? null : Math.max(...reported),
    waiting: waiting.toSorted((a, b) => a - b),
  };
}

/** Returns whether a resource is as desired. It may have more labels. */
export function matchesDesired(observed: ObservedSchedule, desired: DesiredSchedule): boolean {
  const labels = Object.entries(desired.labels);
  const hasLabels = labels.every(([name, value]) => observed.labels[name] === value);
  return hasLabels && isDeepStrictEqual(observed.spec, desired.spec);
}
