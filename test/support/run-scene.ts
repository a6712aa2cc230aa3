import { jobSettingsSchema } from '../../operator/job/job-settings.ts';
import type { RunSpec, RunStatus } from '../../kubernetes/resources/run.ts';
import { decide } from '../../operator/run/decide/decide.ts';
import type { Decision } from '../../operator/run/decide/decision.ts';
import type {
  ContainerState,
  Observation,
  ObservedJob,
  ObservedPod,
  ObservedRun,
  Reason,
} from '../../operator/run/observe/observation.ts';

/** Creation time of every object. */
export const T0 = '2026-01-01T00:00:00Z';
const settings = jobSettingsSchema.parse({ image: 'runner:1' });
const retention = { doneSeconds: 60, failedSeconds: 600 };
const spec: RunSpec = {
  runId: 'r1',
  flowId: 'f1',
  specKey: 'runs/r1/spec.json',
  engine: 'polars',
  trigger: 'manual',
  timeoutSeconds: 60,
  attemptLimit: 3,
  resources: {},
  cancelRequested: false,
};
/** The status of an attempt with a Job. */
export const started: RunStatus = { phase: 'pending', attempt: 1, jobUid: 'j1' };
export const job: ObservedJob = {
  name: 'run-a1',
  namespace: 'data',
  run: 'run',
  uid: 'j1',
  attempt: 1,
  ownerUid: 'u1',
  createdAt: T0,
  isFromCronJob: false,
  isDeleting: false,
  isSuspended: false,
  queue: null,
  startedAt: null,
  finished: null,
};
/** The unscheduled pod of the Job. */
export const pod: ObservedPod = {
  name: 'run-a1-x',
  namespace: 'data',
  run: 'run',
  attempt: 1,
  createdAt: T0,
  node: null,
  acknowledgedAt: null,
  isDeleting: false,
  phase: 'Pending',
  ended: null,
  disruption: null,
  unscheduled: null,
  container: { kind: 'waiting', reason: 'ContainerCreating', message: '' },
  memoryLimit: '2Gi',
  image: 'runner:1',
};
export const working: ObservedPod = {
  ...pod,
  phase: 'Running',
  container: { kind: 'running', startedAt: T0 },
};

/** The reason of a pod whose node is drained. */
export const drained: Reason = {
  reason: 'EvictionByEvictionAPI',
  message: 'Eviction API: evicting',
};

/** The observed objects; by default a Run whose Job has no pod yet. */
export interface Scene {
  readonly spec?: Partial<RunSpec>;
  readonly status?: RunStatus;
  readonly jobs?: readonly ObservedJob[];
  readonly pods?: readonly ObservedPod[];
  readonly podRejection?: string;
  /** Default: true. */
  readonly knowsPodRejections?: boolean;
  readonly jobRejection?: Reason;
  readonly isFresh?: boolean;
  readonly isDeleting?: boolean;
  readonly isRecorded?: boolean;
  /** Seconds after the creation of the objects. Default: 1. */
  readonly after?: number;
}

/** Returns the Run of a scene. */
export function runOf(scene: Scene): ObservedRun {
  return {
    name: 'run',
    namespace: 'n',
    uid: 'u1',
    generation: 1,
    createdAt: T0,
    isDeleting: scene.isDeleting ?? false,
    isRecorded: scene.isRecorded ?? false,
    spec: { ...spec, ...scene.spec },
    status: scene.status ?? started,
  };
}

/** Returns the operator's decision about a scene. */
export function decideScene(scene: Scene): Decision {
  const observation: Observation = {
    run: runOf(scene),
    jobs: scene.jobs ?? [job],
    pods: scene.pods ?? [],
    podRejection: scene.podRejection ?? null,
    knowsPodRejections: scene.knowsPodRejections ?? true,
    jobRejection: scene.jobRejection ?? null,
    isFresh: scene.isFresh ?? false,
  };
  return decide(observation, new Date(Date.parse(T0) + (scene.after ?? 1) * 1000), {
    settings,
    retention,
  });
}

/** Returns the pod after its runner exited. */
export function exited(
  exitCode: number,
  more: Partial<ObservedPod> = {},
  why: Partial<Reason> = {},
): ObservedPod {
  const container: ContainerState = {
    kind: 'terminated',
    exitCode,
    reason: exitCode === 0 ? 'Completed' : 'Error',
    message: '',
    startedAt: T0,
    finishedAt: T0,
    ...why,
  };
  return { ...pod, phase: exitCode === 0 ? 'Succeeded' : 'Failed', container, ...more };
}

/** Returns the pod on its node before its container runs. */
export function waiting(reason: string, message = ''): ObservedPod {
  return { ...pod, acknowledgedAt: T0, container: { kind: 'waiting', reason, message } };
}

/** Returns the Job after the Job controller failed it. */
export function failedJob(reason: string): ObservedJob {
  const message = 'Job has reached the specified backoff limit';
  return { ...job, finished: { kind: 'failed', reason, message } };
}

/** A scene and the expected phase, reason, part of the message and attempt. */
export type Row = readonly [
  title: string,
  scene: Scene,
  phase: string,
  reason: string,
  message: string,
  attempt: number,
];

export function expectRow(...[, scene, phase, reason, message, attempt]: Row): void {
  const { status } = decideScene(scene);
  const [condition] = status?.conditions ?? [];
  expect({ phase: status?.phase, reason: condition?.reason, attempt: status?.attempt }).toEqual({
    phase,
    reason,
    attempt,
  });
  expect(condition?.message).toContain(message);
  const truth = { success: 'True', failed: 'False' }[phase] ?? 'Unknown';
  expect(condition?.status).toBe(truth);
}
