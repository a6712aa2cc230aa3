import { isDeepStrictEqual } from 'node:util';
import type { KubeObject } from '../../../../kubernetes/client/kube-object.ts';
import { GROUP, VERSION } from '../../../../kubernetes/resources/run.ts';
import type { ScheduleSpec, ScheduleStatus } from '../../../../kubernetes/resources/schedule.ts';

/** What a Schedule resource is made of. */
export interface DesiredSchedule {
  readonly labels: Readonly<Record<string, string>>;
  readonly spec: Omit<ScheduleSpec, 'settledThrough'>;
}

/** The Schedule resource of a schedule. */
export function scheduleManifest({ labels, spec }: DesiredSchedule): object {
  return {
    apiVersion: `${GROUP}/${VERSION}`,
    kind: 'Schedule',
    metadata: { name: spec.scheduleId, labels },
    spec,
  };
}

/** What is kept in memory of a Schedule resource. Times are in milliseconds since the epoch. */
export interface ObservedSchedule {
  readonly uid: string;
  readonly resourceVersion: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly spec: DesiredSchedule['spec'];
  /** Null: nothing was settled yet. */
  readonly settledThrough: number | null;
  /** Whether its CronJob is there, as it is wanted. */
  readonly isReady: boolean;
  /** The latest time that its CronJob brought; null: none yet. */
  readonly broughtThrough: number | null;
  /** Times that came and are not decided yet, the oldest first. */
  readonly waiting: readonly number[];
}

interface ScheduleObject extends KubeObject {
  readonly spec: ScheduleSpec;
  readonly status?: ScheduleStatus;
}

export function readObservedSchedule(object: KubeObject): ObservedSchedule {
  const { metadata, spec: wanted, status = {} } = object as ScheduleObject;
  const { settledThrough, ...spec } = wanted;
  const ready = status.conditions?.find(({ type }) => type === 'Ready');
  const waiting = (status.waiting ?? []).map(({ scheduledFor }) => Date.parse(scheduledFor));
  const { lastScheduledAt } = status;
  const brought =
    lastScheduledAt === undefined ? waiting : [...waiting, Date.parse(lastScheduledAt)];
  return {
    uid: metadata.uid,
    resourceVersion: metadata.resourceVersion,
    labels: metadata.labels ?? {},
    spec,
    settledThrough: settledThrough === undefined ? null : Date.parse(settledThrough),
    isReady: ready?.status === 'True',
    broughtThrough: brought.length === 0 ? null : Math.max(...brought),
    waiting: waiting.toSorted((a, b) => a - b),
  };
}

/** Whether the resource says what it is to say. It may bear labels besides. */
export function matchesDesired(seen: ObservedSchedule, wanted: DesiredSchedule): boolean {
  const wantedLabels = Object.entries(wanted.labels);
  const hasLabels = wantedLabels.every(([name, value]) => seen.labels[name] === value);
  return hasLabels && isDeepStrictEqual(seen.spec, wanted.spec);
}
