import { decideScene, T0 } from '../../../test/support/run-scene.ts';
import type { KubeObject } from '../../../kubernetes/client/kube-object.ts';
import { readJob, readPod } from '../observe/read-objects.ts';

/** What a Job can say of itself, under the name of what it means; null: there is no Job any more. */
const JOBS: Readonly<Record<string, readonly (object | null)[]>> = {
  'at work': [job(), job({ type: 'Suspended', status: 'False' })],
  complete: [
    job({ type: 'SuccessCriteriaMet', status: 'True', reason: 'CompletionsReached' }),
    job({ type: 'Complete', status: 'True' }),
  ],
  'given up': ['BackoffLimitExceeded', 'PodFailurePolicy'].flatMap((reason) => [
    job({ type: 'FailureTarget', status: 'True', reason, message: reason }),
    job({ type: 'Failed', status: 'True', reason, message: reason }),
  ]),
  'out of time': ['FailureTarget', 'Failed'].map((type) =>
    job({ type, status: 'True', reason: 'DeadlineExceeded' }),
  ),
  'going or gone': [
    null,
    { ...job(), metadata: { ...job().metadata, deletionTimestamp: '2026-01-01T00:00:01Z' } },
  ],
};

const DELETED = { deletionTimestamp: '2026-01-01T00:00:01Z' };
const RUNNING = { running: { startedAt: T0 } };

/** What a pod can say of itself; null: there is none. */
const PODS: Readonly<Record<string, object | null>> = {
  none: null,
  starting: pod({}),
  unschedulable: pod({
    conditions: [{ type: 'PodScheduled', status: 'False', reason: 'Unschedulable' }],
  }),
  'no image': pod({ state: { waiting: { reason: 'ImagePullBackOff' } } }),
  'image name': pod({ state: { waiting: { reason: 'InvalidImageName' } } }),
  'no Secret': pod({ state: { waiting: { reason: 'CreateContainerConfigError' } } }),
  'taken early': pod({ by: 'PreemptionByScheduler' }),
  running: pod({ phase: 'Running', state: RUNNING }),
  'being drained': pod({ phase: 'Running', state: RUNNING, by: 'EvictionByEvictionAPI' }),
  'being deleted': pod({ phase: 'Running', state: RUNNING, metadata: DELETED }),
  'node unknown': pod({ phase: 'Unknown', state: RUNNING }),
  'node gone': pod({ phase: 'Running', state: RUNNING, by: 'DeletionByTaintManager' }),
  'exit 0': exit(0),
  'exit 0, drained': exit(0, { by: 'EvictionByEvictionAPI' }),
  'exit 42': exit(42),
  'exit 43': exit(43),
  'exit 1': exit(1),
  'exit 137': exit(137),
  'exit 255': exit(255, {}, 'Unknown'),
  OOMKilled: exit(137, {}, 'OOMKilled'),
  'OOM, drained': exit(137, { by: 'EvictionByEvictionAPI' }, 'OOMKilled'),
  evicted: exit(137, { by: 'TerminationByKubelet', reason: 'Evicted' }),
  drained: exit(143, { by: 'EvictionByEvictionAPI' }),
  preempted: exit(143, { by: 'PreemptionByScheduler' }),
  collected: exit(137, { by: 'DeletionByPodGC' }),
  deleted: exit(143, { metadata: DELETED }),
  refused: pod({ phase: 'Failed', reason: 'OutOfcpu' }),
};

interface Said {
  readonly phase?: string;
  readonly reason?: string;
  readonly state?: object;
  readonly conditions?: readonly object[];
  readonly metadata?: object;
  /** Who took the pod from its node. */
  readonly by?: string;
}

function pod({ by, metadata = {}, state, conditions = [], ...status }: Said): object {
  const taken = by === undefined ? [] : [{ type: 'DisruptionTarget', status: 'True', reason: by }];
  return {
    metadata: { ...meta('run-a1-x', 'p1'), ...metadata },
    spec: { containers: [{ name: 'runner', image: 'runner:1' }] },
    status: {
      phase: 'Pending',
      ...status,
      conditions: [...conditions, ...taken],
      containerStatuses: [{ name: 'runner', ...(state === undefined ? {} : { state }) }],
    },
  };
}

function exit(exitCode: number, said: Said = {}, reason = 'Error'): object {
  const terminated = { exitCode, reason, startedAt: T0, finishedAt: T0 };
  return pod({ phase: exitCode === 0 ? 'Succeeded' : 'Failed', state: { terminated }, ...said });
}

function job(...conditions: readonly object[]): { metadata: object; status: object } {
  const ownerReferences = [
    { apiVersion: 'millrace.dev/v1alpha1', kind: 'Run', name: 'run', uid: 'u1' },
  ];
  return { metadata: { ...meta('run-a1', 'j1'), ownerReferences }, status: { conditions } };
}

function meta(name: string, uid: string): object {
  const labels = { 'millrace.dev/run': 'run', 'millrace.dev/attempt': '1' };
  return { name, namespace: 'n', uid, resourceVersion: '1', creationTimestamp: T0, labels };
}

/**
 * What a run of which both are seen comes to: how the attempt stands, `+` that it went well, `-` why
 * it failed for good, `>` why another attempt follows.
 */
const VERDICTS = `
                | at work                     | complete    | given up                    | out of time       | going or gone
none            | JobCreated                  | +Completed  | >PodDeleted                 | -DeadlineExceeded | >JobDeleted
starting        | PodPending                  | +Completed  | >PodDeleted                 | -DeadlineExceeded | >JobDeleted
unschedulable   | Unschedulable               | +Completed  | >PodDeleted                 | -DeadlineExceeded | >JobDeleted
no image        | ImagePullBackOff            | +Completed  | >PodDeleted                 | -DeadlineExceeded | >JobDeleted
image name      | -InvalidImageName           | +Completed  | -InvalidImageName           | -DeadlineExceeded | -InvalidImageName
no Secret       | CreateContainerConfigError  | +Completed  | >PodDeleted                 | -DeadlineExceeded | >JobDeleted
taken early     | JobCreated                  | +Completed  | >PodDeleted                 | -DeadlineExceeded | >JobDeleted
running         | Running                     | +Completed  | >PodDeleted                 | -DeadlineExceeded | >JobDeleted
being drained   | Running                     | +Completed  | >PodDeleted                 | -DeadlineExceeded | >JobDeleted
being deleted   | Running                     | +Completed  | >PodDeleted                 | -DeadlineExceeded | >JobDeleted
node unknown    | Running                     | +Completed  | >PodDeleted                 | -DeadlineExceeded | >JobDeleted
node gone       | >DeletionByTaintManager     | +Completed  | >DeletionByTaintManager     | -DeadlineExceeded | >DeletionByTaintManager
exit 0          | +Completed                  | +Completed  | +Completed                  | +Completed        | +Completed
exit 0, drained | +Completed                  | +Completed  | +Completed                  | +Completed        | +Completed
exit 42         | -FlowFailed                 | -FlowFailed | -FlowFailed                 | -FlowFailed       | -FlowFailed
exit 43         | >AlreadyClaimed             | +Completed  | >AlreadyClaimed             | -DeadlineExceeded | >JobDeleted
exit 1          | -RunnerFailed               | +Completed  | -RunnerFailed               | -DeadlineExceeded | -RunnerFailed
exit 137        | >RunnerKilled               | +Completed  | >RunnerKilled               | -DeadlineExceeded | >RunnerKilled
exit 255        | >NodeLost                   | +Completed  | >NodeLost                   | -DeadlineExceeded | >NodeLost
OOMKilled       | -OOMKilled                  | +Completed  | -OOMKilled                  | -DeadlineExceeded | -OOMKilled
OOM, drained    | -OOMKilled                  | +Completed  | -OOMKilled                  | -DeadlineExceeded | -OOMKilled
evicted         | >TerminationByKubelet       | +Completed  | >TerminationByKubelet       | -DeadlineExceeded | >TerminationByKubelet
drained         | >EvictionByEvictionAPI      | +Completed  | >EvictionByEvictionAPI      | -DeadlineExceeded | >EvictionByEvictionAPI
preempted       | >PreemptionByScheduler      | +Completed  | >PreemptionByScheduler      | -DeadlineExceeded | >PreemptionByScheduler
collected       | >DeletionByPodGC            | +Completed  | >DeletionByPodGC            | -DeadlineExceeded | >DeletionByPodGC
deleted         | >PodDeleted                 | +Completed  | >PodDeleted                 | -DeadlineExceeded | >PodDeleted
refused         | >OutOfcpu                   | +Completed  | >OutOfcpu                   | -DeadlineExceeded | >OutOfcpu
`;

const [HEAD = [], ...ROWS] = VERDICTS.trimEnd()
  .slice(1)
  .split('\n')
  .map((line) => line.split('|').map((cell) => cell.trim()));

const MARKS: Readonly<Record<string, string>> = { success: '+', failed: '-' };

function verdict(jobSaid: object | null, podSaid: object | null): string {
  const { status } = decideScene({
    jobs: jobSaid === null ? [] : [readJob(jobSaid as KubeObject)],
    pods: podSaid === null ? [] : [readPod(podSaid as KubeObject)],
    isFresh: true,
  });
  if (status === null) return 'nothing';
  const { phase = '', attempts: [lost] = [], conditions: [now] = [] } = status;
  return lost === undefined ? `${MARKS[phase] ?? ''}${now?.reason}` : `>${lost.reason}`;
}

describe('every state of a Job with every state of its pod', () => {
  it('is in the table', () => {
    expect(HEAD.slice(1)).toEqual(Object.keys(JOBS));
    expect(ROWS.map(([pod]) => pod)).toEqual(Object.keys(PODS));
  });

  it.each(ROWS)('has one verdict: %s', (pod = '', ...expected) => {
    const seen = Object.values(JOBS).map((jobs) => [
      ...new Set(jobs.map((job) => verdict(job, PODS[pod] ?? null))),
    ]);
    expect(seen).toEqual(expected.map((one) => [one]));
  });
});
