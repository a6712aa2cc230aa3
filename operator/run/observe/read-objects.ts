import type { KubeObject } from '../../../kubernetes/client/kube-object.ts';
import {
  ATTEMPT_LABEL,
  RUN_LABEL,
  ADOPTED_AT_ANNOTATION,
} from '../../../kubernetes/resources/metadata-keys.ts';
import { readPhase } from '../../../kubernetes/resources/read-phase.ts';
import {
  RECORDED_ANNOTATION,
  runSpecSchema,
  type RunStatus,
} from '../../../kubernetes/resources/run.ts';
import { queueOf } from '../../job/queue-label.ts';
import { RUNNER_CONTAINER } from '../../job/runner-pod.ts';
import type {
  ContainerState,
  JobVerdict,
  ObservedJob,
  ObservedPod,
  ObservedRun,
  Reason,
} from './observation.ts';

interface KubeCondition {
  readonly type: string;
  readonly status: string;
  readonly reason?: string;
  readonly message?: string;
}

interface RunObject extends KubeObject {
  readonly spec: unknown;
  readonly status?: RunStatus;
}

interface JobObject extends KubeObject {
  readonly spec?: { readonly suspend?: boolean };
  readonly status?: {
    readonly startTime?: string | null;
    readonly conditions?: readonly KubeCondition[];
  };
}

interface PodObject extends KubeObject {
  readonly spec: {
    readonly nodeName?: string;
    readonly containers: readonly {
      readonly name: string;
      readonly image?: string;
      readonly resources?: { readonly limits?: { readonly memory?: string } };
    }[];
  };
  readonly status?: {
    readonly phase?: ObservedPod['phase'];
    readonly reason?: string;
    readonly message?: string;
    readonly startTime?: string;
    readonly conditions?: readonly KubeCondition[];
    readonly containerStatuses?: readonly RawStatus[];
  };
}

interface RawStatus {
  readonly name: string;
  readonly state?: RawState;
}

interface RawState {
  readonly waiting?: { readonly reason?: string; readonly message?: string };
  readonly running?: { readonly startedAt: string };
  readonly terminated?: {
    readonly exitCode: number;
    readonly reason?: string;
    readonly message?: string;
    readonly startedAt?: string | null;
    readonly finishedAt?: string | null;
  };
}

/** A Run with its resource version, for optimistic concurrency of writes. */
export interface VersionedRun extends ObservedRun {
  readonly resourceVersion: string;
}

/**
 * Reads a Run.
 * @throws ZodError for a spec that the API server should have rejected; Error for an unknown phase
 */
export function readRun(object: KubeObject): VersionedRun {
  const { metadata, spec, status = {} } = object as RunObject;
  readPhase(status);
  return {
    name: metadata.name,
    namespace: metadata.namespace ?? '',
    uid: metadata.uid,
    resourceVersion: metadata.resourceVersion,
    generation: metadata.generation ?? 1,
    createdAt: metadata.creationTimestamp ?? '',
    isDeleting: metadata.deletionTimestamp !== undefined,
    isRecorded: metadata.annotations?.[RECORDED_ANNOTATION] === 'true',
    spec: runSpecSchema.parse(spec),
    status,
  };
}

export function readJob(object: KubeObject): ObservedJob {
  const { metadata, status } = object as JobObject;
  const { labels = {}, ownerReferences = [] } = metadata;
  return {
    name: metadata.name,
    namespace: metadata.namespace ?? '',
    run: labelled(labels, RUN_LABEL),
    attempt: Number(labelled(labels, ATTEMPT_LABEL)),
    uid: metadata.uid,
    ownerUid: ownerReferences.find(({ kind }) => kind === 'Run')?.uid ?? '',
    createdAt: sinceWhen(metadata),
    isFromCronJob: ownerReferences.some(({ kind }) => kind === 'CronJob'),
    isDeleting: metadata.deletionTimestamp !== undefined,
    queue: queueOf(labels),
    ...startOf(object),
    finished: jobVerdict(status?.conditions ?? []),
  };
}

function startOf({ spec, status }: JobObject): Pick<ObservedJob, 'isSuspended' | 'startedAt'> {
  return { isSuspended: spec?.suspend === true, startedAt: status?.startTime ?? null };
}

function sinceWhen({ annotations = {}, creationTimestamp = '' }: KubeObject['metadata']): string {
  return annotations[ADOPTED_AT_ANNOTATION] ?? creationTimestamp;
}

/** Interim conditions count too: the result is final, only pods still have to terminate. */
function jobVerdict(conditions: readonly KubeCondition[]): JobVerdict | null {
  const isTrue = (...types: string[]): KubeCondition | undefined =>
    conditions.find(({ type, status }) => status === 'True' && types.includes(type));
  if (isTrue('Complete', 'SuccessCriteriaMet') !== undefined) return { kind: 'complete' };
  const failed = isTrue('Failed', 'FailureTarget');
  return failed === undefined ? null : { kind: 'failed', ...reasonOf(failed) };
}

export function readPod(object: KubeObject): ObservedPod {
  const { metadata, spec, status = {} } = object as PodObject;
  const { labels = {}, creationTimestamp = '' } = metadata;
  const { phase = 'Pending', conditions = [], containerStatuses = [] } = status;
  return {
    name: metadata.name,
    namespace: metadata.namespace ?? '',
    ...attemptOf(labels),
    createdAt: creationTimestamp,
    acknowledgedAt: status.startTime ?? null,
    isDeleting: metadata.deletionTimestamp !== undefined,
    phase,
    ended: status.reason === undefined ? null : reasonOf(status),
    disruption: conditionOf(conditions, 'DisruptionTarget', 'True'),
    unscheduled: conditionOf(conditions, 'PodScheduled', 'False'),
    container: stateOf(containerStatuses),
    ...wantedOf(spec),
  };
}

function attemptOf(labels: Readonly<Record<string, string>>): Pick<ObservedPod, 'run' | 'attempt'> {
  return { run: labelled(labels, RUN_LABEL), attempt: Number(labelled(labels, ATTEMPT_LABEL)) };
}

function labelled(labels: Readonly<Record<string, string>>, label: string): string {
  return labels[label] ?? '';
}

function wantedOf({
  nodeName,
  containers,
}: PodObject['spec']): Pick<ObservedPod, 'node' | 'memoryLimit' | 'image'> {
  const runner = containers.find(({ name }) => name === RUNNER_CONTAINER);
  const memoryLimit = runner?.resources?.limits?.memory ?? null;
  return { node: nodeName ?? null, memoryLimit, image: runner?.image ?? '' };
}

function conditionOf(
  conditions: readonly KubeCondition[],
  type: string,
  status: string,
): Reason | null {
  const found = conditions.find((one) => one.type === type && one.status === status);
  return found === undefined ? null : reasonOf(found);
}

function stateOf(statuses: readonly RawStatus[]): ContainerState {
  return readState(statuses.find(({ name }) => name === RUNNER_CONTAINER)?.state);
}

function readState({ waiting, running, terminated }: RawState = {}): ContainerState {
  if (terminated !== undefined) {
    return {
      kind: 'terminated',
      exitCode: terminated.exitCode,
      startedAt: terminated.startedAt ?? null,
      finishedAt: terminated.finishedAt ?? null,
      ...reasonOf(terminated),
    };
  }
  if (running !== undefined) return { kind: 'running', startedAt: running.startedAt };
  return { kind: 'waiting', ...reasonOf(waiting ?? {}) };
}

function reasonOf(from: { readonly reason?: string; readonly message?: string }): Reason {
  return { reason: from.reason ?? '', message: from.message ?? '' };
}
