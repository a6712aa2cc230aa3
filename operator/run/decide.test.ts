import { jobSettingsSchema } from '../job-settings.ts';
import type { RunSpec, RunStatus } from '../resources/run.ts';
import { decide, type Decision } from './decide.ts';
import type { ContainerState, Observation, ObservedJob, ObservedPod, Reason } from './observed.ts';

const T0 = '2026-01-01T00:00:00Z';
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
const started: RunStatus = { phase: 'pending', attempt: 1, jobUid: 'j1' };
const job: ObservedJob = {
  name: 'run-a1',
  run: 'run',
  uid: 'j1',
  ownerUid: 'u1',
  createdAt: T0,
  isDeleting: false,
  finished: null,
};
const pod: ObservedPod = {
  name: 'run-a1-x',
  run: 'run',
  attempt: 1,
  createdAt: T0,
  takenAt: null,
  isDeleting: false,
  phase: 'Pending',
  ended: null,
  disruption: null,
  unscheduled: null,
  container: { kind: 'waiting', reason: 'ContainerCreating', message: '' },
  memoryLimit: '2Gi',
  image: 'runner:1',
};
const working: ObservedPod = {
  ...pod,
  phase: 'Running',
  container: { kind: 'running', startedAt: T0 },
};

interface Scene {
  readonly spec?: Partial<RunSpec>;
  readonly status?: RunStatus;
  readonly jobs?: readonly ObservedJob[];
  readonly pods?: readonly ObservedPod[];
  readonly refusal?: string;
  readonly isFresh?: boolean;
  readonly isDeleting?: boolean;
  readonly isRecorded?: boolean;
  readonly after?: number;
}

function look(scene: Scene): Decision {
  const observation: Observation = {
    run: {
      name: 'run',
      namespace: 'n',
      uid: 'u1',
      generation: 1,
      createdAt: T0,
      isDeleting: scene.isDeleting ?? false,
      isRecorded: scene.isRecorded ?? false,
      spec: { ...spec, ...scene.spec },
      status: scene.status ?? started,
    },
    jobs: scene.jobs ?? [job],
    pods: scene.pods ?? [],
    refusal: scene.refusal ?? null,
    isFresh: scene.isFresh ?? false,
  };
  return decide(observation, new Date(Date.parse(T0) + (scene.after ?? 1) * 1000), {
    settings,
    retention,
  });
}

function exited(
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

function waiting(reason: string, message = ''): ObservedPod {
  return { ...pod, takenAt: T0, container: { kind: 'waiting', reason, message } };
}

const evicted = { reason: 'TerminationByKubelet', message: 'node was low on memory' };
const drained = { reason: 'EvictionByEvictionAPI', message: 'Eviction API: evicting' };
const tainted = { reason: 'DeletionByTaintManager', message: 'Taint manager: deleting' };
const preempted = {
  reason: 'PreemptionByScheduler',
  message: 'default-scheduler: preempting to accommodate a higher priority pod',
};
const collected = {
  reason: 'DeletionByPodGC',
  message: 'PodGC: node no longer exists',
};
const finished = (reason: string): ObservedJob => ({
  ...job,
  finished: { kind: 'failed', reason, message: 'Job has reached the specified backoff limit' },
});

/** phase / reason / a part of the message, and which attempt it is then. */
type Row = [
  title: string,
  scene: Scene,
  phase: string,
  reason: string,
  message: string,
  attempt: number,
];

const ROWS: Row[] = [
  [
    'an image that cannot be pulled, at first',
    { pods: [waiting('ImagePullBackOff', 'not found')] },
    'pending',
    'ImagePullBackOff',
    'runner:1',
    1,
  ],
  [
    'an image that cannot be pulled, for too long',
    { pods: [waiting('ErrImagePull', 'not found')], after: 121 },
    'failed',
    'ErrImagePull',
    'after 120 seconds. The image runner:1 cannot be pulled: not found',
    1,
  ],
  [
    'an image name that is none',
    { pods: [waiting('InvalidImageName')] },
    'failed',
    'InvalidImageName',
    'runner:1',
    1,
  ],
  [
    'a Secret that is missing',
    { pods: [waiting('CreateContainerConfigError', 'secret "store" not found')] },
    'failed',
    'CreateContainerConfigError',
    'secret "store" not found',
    1,
  ],
  [
    'no node, at first',
    { pods: [{ ...pod, unscheduled: { reason: 'Unschedulable', message: '0/3 nodes' } }] },
    'pending',
    'Unschedulable',
    '0/3 nodes',
    1,
  ],
  [
    'no node, for too long',
    {
      pods: [{ ...pod, unscheduled: { reason: 'Unschedulable', message: '0/3 nodes' } }],
      after: 901,
    },
    'failed',
    'Unschedulable',
    '0/3 nodes',
    1,
  ],
  [
    'a quota that is used up',
    { refusal: 'pods "x" is forbidden: exceeded quota: q' },
    'pending',
    'QuotaExceeded',
    'exceeded quota: q',
    1,
  ],
  [
    'a quota that is used up, by runs that take long',
    { refusal: 'pods "x" is forbidden: exceeded quota: q', after: 3599 },
    'pending',
    'QuotaExceeded',
    'exceeded quota: q',
    1,
  ],
  [
    'a quota that is used up, for too long',
    { refusal: 'pods "x" is forbidden: exceeded quota: q', after: 3600 },
    'failed',
    'QuotaExceeded',
    'after 3600 seconds. pods "x" is forbidden: exceeded quota: q',
    1,
  ],
  [
    'Pod Security that refuses the pod',
    { refusal: 'pods "x" is forbidden: violates PodSecurity "restricted:latest"' },
    'failed',
    'PodRefused',
    'violates PodSecurity "restricted:latest"',
    1,
  ],
  [
    'a policy that refuses the pod',
    { refusal: 'admission webhook "policy.example" denied the request: no team label' },
    'failed',
    'PodRefused',
    'no team label',
    1,
  ],
  [
    'an admission policy of the cluster that refuses the pod',
    { refusal: "ValidatingAdmissionPolicy 'p' with binding 'b' denied request: no team label" },
    'failed',
    'PodRefused',
    'no team label',
    1,
  ],
  [
    'a refusal that may pass, at first',
    { refusal: 'failed calling webhook "policy.example": timeout' },
    'pending',
    'PodRefused',
    'failed calling webhook',
    1,
  ],
  [
    'a refusal that may pass, for too long',
    { refusal: 'failed calling webhook "policy.example": timeout', after: 900 },
    'failed',
    'PodRefused',
    'after 900 seconds. failed calling webhook',
    1,
  ],
  ['a Job without a pod, at first', {}, 'pending', 'JobCreated', 'no pod yet', 1],
  [
    'a Job without a pod, for too long',
    { after: 900 },
    'failed',
    'JobCreated',
    'after 900 seconds. The Job has no pod yet',
    1,
  ],
  [
    'a node that was long in coming, and an image that cannot be pulled at first',
    {
      pods: [{ ...waiting('ErrImagePull', 'i/o timeout'), takenAt: '2026-01-01T00:10:00Z' }],
      after: 700,
    },
    'pending',
    'ErrImagePull',
    'i/o timeout',
    1,
  ],
  [
    'an image that must be there already and is not',
    { pods: [waiting('ErrImageNeverPull', 'not present')] },
    'failed',
    'ErrImageNeverPull',
    'not present',
    1,
  ],
  [
    'a container that cannot be made, at first',
    { pods: [waiting('CreateContainerError', 'context deadline exceeded')] },
    'pending',
    'CreateContainerError',
    'context deadline exceeded',
    1,
  ],
  [
    'a container that cannot be made, for too long',
    { pods: [waiting('CreateContainerError', 'context deadline exceeded')], after: 900 },
    'failed',
    'CreateContainerError',
    'after 900 seconds. The pod has not started yet: context deadline exceeded',
    1,
  ],
  [
    'a command that the image does not have',
    { pods: [exited(128, {}, { reason: 'StartError', message: 'exec: "x": not found' })] },
    'failed',
    'RunnerFailed',
    'exec: "x": not found',
    1,
  ],
  ['a pod that starts', { pods: [pod] }, 'pending', 'PodPending', 'not started', 1],
  ['a pod at work', { pods: [working] }, 'running', 'Running', 'works', 1],
  [
    'a pod that is drained but still at work',
    { pods: [{ ...working, isDeleting: true, disruption: drained }] },
    'running',
    'Running',
    'works',
    1,
  ],
  ['a timeout', { pods: [working], after: 60 }, 'failed', 'DeadlineExceeded', '60 seconds', 1],
  [
    "a timeout by the Job's own clock",
    { jobs: [finished('DeadlineExceeded')], pods: [exited(143, { isDeleting: true })] },
    'failed',
    'DeadlineExceeded',
    '60 seconds',
    1,
  ],
  ['exit 0 before the Job knows', { pods: [exited(0)] }, 'success', 'Completed', '', 1],
  [
    'a complete Job whose pod is gone',
    { jobs: [{ ...job, finished: { kind: 'complete' } }] },
    'success',
    'Completed',
    '',
    1,
  ],
  [
    'exit 0 of a pod that is drained',
    { pods: [exited(0, { isDeleting: true, disruption: drained })] },
    'success',
    'Completed',
    '',
    1,
  ],
  ['a flow that failed', { pods: [exited(42)] }, 'failed', 'FlowFailed', 'result', 1],
  [
    'out of memory',
    { pods: [exited(137, {}, { reason: 'OOMKilled' })] },
    'failed',
    'OOMKilled',
    '2Gi',
    1,
  ],
  [
    'out of memory, on a node that is drained as well',
    { pods: [exited(137, { disruption: drained }, { reason: 'OOMKilled' })] },
    'failed',
    'OOMKilled',
    '2Gi',
    1,
  ],
  [
    'a runner killed by SIGKILL, when the Job knows of it',
    { jobs: [finished('BackoffLimitExceeded')], pods: [exited(137)] },
    'failed',
    'RunnerKilled',
    'signal 9',
    1,
  ],
  ['a runner killed by SIGKILL', { pods: [exited(137)] }, 'failed', 'RunnerKilled', 'signal 9', 1],
  [
    'a defect of the runner',
    { pods: [exited(1, {}, { message: 'S3 is out of reach' })] },
    'failed',
    'RunnerFailed',
    'S3 is out of reach',
    1,
  ],
  [
    'a runner that cannot read its orders',
    { pods: [exited(2)] },
    'failed',
    'InvalidRun',
    'could not read',
    1,
  ],
  [
    'an eviction by the node',
    {
      pods: [
        exited(137, {
          disruption: evicted,
          ended: { reason: 'Evicted', message: 'low on memory: was using 3Gi' },
        }),
      ],
    },
    'pending',
    'AttemptLost',
    'was using 3Gi',
    2,
  ],
  [
    'a drain',
    { pods: [exited(143, { isDeleting: true, disruption: drained })] },
    'pending',
    'AttemptLost',
    'evicting',
    2,
  ],
  [
    'a preemption by a pod of higher priority',
    { pods: [exited(143, { isDeleting: true, disruption: preempted })] },
    'pending',
    'AttemptLost',
    'preempting to accommodate a higher priority pod',
    2,
  ],
  [
    'a node that shuts down',
    {
      pods: [
        exited(143, {
          disruption: { reason: 'TerminationByKubelet', message: 'node shutdown' },
          ended: { reason: 'Terminated', message: 'Pod was terminated by the node shutdown' },
        }),
      ],
    },
    'pending',
    'AttemptLost',
    'by the node shutdown',
    2,
  ],
  [
    'a node that was removed',
    { pods: [{ ...working, isDeleting: true, disruption: collected }] },
    'pending',
    'AttemptLost',
    'node no longer exists',
    2,
  ],
  [
    'a node that does not answer, as long as nobody gave it up',
    { pods: [{ ...working, phase: 'Unknown' }] },
    'running',
    'Running',
    'works',
    1,
  ],
  [
    'a node that is gone',
    { pods: [{ ...working, isDeleting: true, disruption: tainted }] },
    'pending',
    'AttemptLost',
    'Taint manager',
    2,
  ],
  [
    'a node that lost track',
    { pods: [exited(137, {}, { reason: 'ContainerStatusUnknown' })] },
    'pending',
    'AttemptLost',
    'lost track',
    2,
  ],
  [
    'a pod that the node refuses',
    {
      pods: [
        {
          ...pod,
          phase: 'Failed',
          ended: { reason: 'OutOfmemory', message: 'Node did not have enough' },
        },
      ],
    },
    'pending',
    'AttemptLost',
    'did not have enough',
    2,
  ],
  [
    'a pod deleted by hand',
    { pods: [exited(143, { isDeleting: true })] },
    'pending',
    'AttemptLost',
    'deleted',
    2,
  ],
  [
    'a pod gone altogether',
    { jobs: [finished('BackoffLimitExceeded')], isFresh: true },
    'pending',
    'AttemptLost',
    'gone',
    2,
  ],
  ['a Job gone altogether', { jobs: [], isFresh: true }, 'pending', 'AttemptLost', 'deleted', 2],
  [
    'a Job that is being deleted',
    { jobs: [{ ...job, isDeleting: true }] },
    'pending',
    'AttemptLost',
    'deleted',
    2,
  ],
  [
    'an attempt that a pod now gone had begun',
    { pods: [exited(43)] },
    'pending',
    'AttemptLost',
    'begun',
    2,
  ],
  [
    'a second pod beside the one at work',
    { pods: [exited(43), working] },
    'running',
    'Running',
    'works',
    1,
  ],
  [
    'a pod taken before it began, replaced by its Job',
    { pods: [{ ...pod, phase: 'Failed', disruption: drained }, pod] },
    'pending',
    'PodPending',
    'not started',
    1,
  ],
  [
    "a Job of somebody else's",
    { jobs: [{ ...job, ownerUid: 'other' }] },
    'pending',
    'JobNameTaken',
    'run-a1',
    1,
  ],
];

/** What a node says when it refuses a pod that it was given, or throws it out. */
const NODE_REASONS = [
  'Evicted',
  'NodeAffinity',
  'NodeShutdown',
  'OutOfcpu',
  'OutOfmemory',
  'Preempting',
  'UnexpectedAdmissionError',
];

describe('what becomes of a run', () => {
  it.each(NODE_REASONS)('that its node refuses as %s: another attempt', (reason) => {
    const ended = { reason, message: `said of ${reason}` };
    const { status } = look({ pods: [{ ...pod, phase: 'Failed', ended }] });
    expect(status).toMatchObject({ attempt: 2, attempts: [{ number: 1, reason }] });
    expect(status?.conditions?.[0]?.message).toContain(`said of ${reason}`);
  });

  it.each(ROWS)('%s', (_title, scene, phase, reason, message, attempt) => {
    const { status } = look(scene);
    const [condition] = status?.conditions ?? [];
    expect({ phase: status?.phase, reason: condition?.reason, attempt: status?.attempt }).toEqual({
      phase,
      reason,
      attempt,
    });
    expect(condition?.message).toContain(message);
    const truth = { success: 'True', failed: 'False' }[phase] ?? 'Unknown';
    expect(condition?.status).toBe(truth);
  });

  it('begins with a Job and waits for its uid', () => {
    const decision = look({ status: {}, jobs: [] });
    expect(decision.createAttempt).toBe(1);
    expect(decision.status).toMatchObject({ phase: 'pending', attempt: 1 });
  });

  it('makes the Job of the next attempt only after the loss is in the status', () => {
    const lost = look({ pods: [exited(143, { isDeleting: true })] });
    expect(lost).toMatchObject({ createAttempt: null, deleteJobs: [] });
    expect(lost.status?.jobUid).toBeUndefined();
    expect(lost.status?.attempts).toMatchObject([{ number: 1, reason: 'PodDeleted' }]);
    expect(look({ status: lost.status!, jobs: [finished('x')] }).createAttempt).toBe(2);
  });

  it('fails when the last attempt is lost', () => {
    const decision = look({
      status: { ...started, attempt: 3 },
      jobs: [{ ...job, name: 'run-a3' }],
      pods: [exited(143, { isDeleting: true, disruption: drained, attempt: 3 })],
    });
    expect(decision.status).toMatchObject({ phase: 'failed', attempt: 3 });
    expect(decision.status?.conditions?.[0]?.message).toMatch(/^Attempt 3 of 3 was lost: /);
  });

  it('stays running while the next attempt waits', () => {
    const pods = [exited(143, { isDeleting: true, disruption: drained })];
    expect(look({ status: { ...started, phase: 'running' }, pods }).status?.phase).toBe('running');
  });

  it('takes no absence for true before it has read anew', () => {
    expect(look({ jobs: [] })).toMatchObject({ needsFresh: true, status: null });
    expect(look({ jobs: [finished('x')] })).toMatchObject({ needsFresh: true, status: null });
  });

  it('names the result that the runner stored', () => {
    expect(look({ pods: [exited(42)] }).status?.resultKey).toBe('runs/r1/attempts/1/result.json');
    expect(look({ pods: [exited(1)] }).status?.resultKey).toBeUndefined();
  });

  it('ends what is alive of a failed run, and keeps what ended by itself', () => {
    expect(look({ pods: [working], after: 60 }).deleteJobs).toEqual(['run-a1']);
    expect(look({ pods: [exited(1)] }).deleteJobs).toEqual([]);
    expect(look({ status: { ...started, phase: 'failed' }, pods: [working] }).deleteJobs).toEqual([
      'run-a1',
    ]);
  });

  it('looks again when a time limit is due', () => {
    expect(look({ pods: [working], after: 20 }).recheckAfterMs).toBe(40_000);
    expect(look({ pods: [working], spec: { timeoutSeconds: 0 } }).recheckAfterMs).toBeNull();
  });

  it('writes nothing when nothing changed', () => {
    const { status } = look({ pods: [working] });
    expect(look({ pods: [working], status: status!, after: 30 }).status).toBeNull();
  });

  it('leaves a run alone that is being deleted', () => {
    expect(look({ isDeleting: true, jobs: [], status: {} })).toMatchObject({ createAttempt: null });
  });
});

describe('cancelling', () => {
  const cancelled = { cancelRequested: true };

  it('ends the Job, and the run once its pods are proven gone', () => {
    const stopping = look({
      spec: cancelled,
      pods: [working],
      status: { ...started, phase: 'running' },
    });
    expect(stopping).toMatchObject({ deleteJobs: ['run-a1'], status: { phase: 'running' } });
    expect(stopping.status?.conditions?.[0]?.reason).toBe('Cancelling');
    const pods = [{ ...working, isDeleting: true }];
    expect(look({ spec: cancelled, jobs: [], pods }).status?.phase).toBe('pending');
    expect(look({ spec: cancelled, jobs: [] })).toMatchObject({ needsFresh: true, status: null });
    expect(look({ spec: cancelled, jobs: [], isFresh: true }).status?.phase).toBe('cancelled');
  });

  it('of a run that waits makes no Job', () => {
    const decision = look({ spec: cancelled, status: {}, jobs: [], isFresh: true });
    expect(decision).toMatchObject({ createAttempt: null, status: { phase: 'cancelled' } });
  });

  it('comes too late for a run that has its result', () => {
    expect(look({ spec: cancelled, pods: [exited(0)] }).status?.phase).toBe('success');
  });
});

describe('a run that has ended', () => {
  const ended = (phase: 'success' | 'failed' | 'cancelled'): RunStatus => ({
    ...started,
    phase,
    finishedAt: T0,
  });

  it.each([
    ['success', 60],
    ['cancelled', 60],
    ['failed', 600],
  ] as const)(
    'as %s is kept for %d seconds once it is recorded, then deleted',
    (phase, seconds) => {
      const scene = { status: ended(phase), isRecorded: true, jobs: [finished('x')] };
      const kept = look({ ...scene, after: seconds - 1 });
      expect(kept).toMatchObject({ deleteRun: false, recheckAfterMs: 1000 });
      expect(look({ ...scene, after: seconds })).toMatchObject({ deleteRun: true, status: null });
    },
  );

  it('that is to be kept for long waits for the periodic list, not for a timer', () => {
    const scene = { status: ended('failed'), isRecorded: true, jobs: [finished('x')] };
    expect(look({ ...scene, after: -1 })).toMatchObject({ deleteRun: false, recheckAfterMs: null });
  });

  it('is never deleted before it is recorded', () => {
    const scene = { status: ended('success'), jobs: [finished('x')], after: 1_000_000 };
    expect(look(scene)).toMatchObject({ deleteRun: false, recheckAfterMs: null });
  });

  it('is not deleted while it is at work, whatever its annotations say', () => {
    const scene = { isRecorded: true, pods: [working], spec: { timeoutSeconds: 0 } };
    expect(look({ ...scene, after: 1_000_000 }).deleteRun).toBe(false);
  });
});
