import {
  drained,
  exited,
  expectRow,
  failedJob,
  job,
  decideScene,
  pod,
  started,
  working,
  type Row,
} from '../../../test/support/run-scene.ts';
import { runStatusSchema } from '../../../kubernetes/resources/run.ts';

const evicted = { reason: 'TerminationByKubelet', message: 'node was low on memory' };
const tainted = { reason: 'DeletionByTaintManager', message: 'Taint manager: deleting' };
const preempted = {
  reason: 'PreemptionByScheduler',
  message: 'default-scheduler: preempting to accommodate a higher priority pod',
};
const collected = {
  reason: 'DeletionByPodGC',
  message: 'PodGC: node no longer exists',
};

const ROWS: readonly Row[] = [
  [
    'a running Job that a user suspended',
    {
      status: { ...started, phase: 'running' },
      jobs: [{ ...job, isSuspended: true }],
    },
    'pending',
    'AttemptLost',
    'was suspended while it worked',
    2,
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
    'an unreachable node without a taint',
    { pods: [{ ...working, phase: 'Unknown' }] },
    'running',
    'Running',
    'works',
    1,
  ],
  [
    'an unreachable node with a taint',
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
    'a pod that the node rejects',
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
    'a pod that no longer exists',
    { jobs: [failedJob('BackoffLimitExceeded')], isFresh: true },
    'pending',
    'AttemptLost',
    'gone',
    2,
  ],
  [
    'a Job that no longer exists',
    { jobs: [], isFresh: true },
    'pending',
    'AttemptLost',
    'deleted',
    2,
  ],
  [
    'a Job that is being deleted',
    { jobs: [{ ...job, isDeleting: true }] },
    'pending',
    'AttemptLost',
    'deleted',
    2,
  ],
  [
    'an attempt that a deleted pod had started',
    { pods: [exited(43)] },
    'pending',
    'AttemptLost',
    'begun',
    2,
  ],
  [
    'a reboot of the node',
    { pods: [exited(255, {}, { reason: 'Unknown' })] },
    'pending',
    'AttemptLost',
    'The node lost the runner (exit code 255, Unknown)',
    2,
  ],
  [
    'a container runtime that restarts',
    { jobs: [failedJob('BackoffLimitExceeded')], pods: [exited(255)] },
    'pending',
    'AttemptLost',
    'The node lost the runner (exit code 255, Error)',
    2,
  ],
  [
    'a SIGKILL from outside',
    { pods: [exited(137)] },
    'pending',
    'AttemptLost',
    'ended by SIGKILL from outside',
    2,
  ],
  [
    'a SIGTERM from outside that has failed the Job',
    { jobs: [failedJob('BackoffLimitExceeded')], pods: [exited(143)] },
    'pending',
    'AttemptLost',
    'ended by SIGTERM from outside',
    2,
  ],
  [
    'a second pod beside the running one',
    { pods: [exited(43), working] },
    'running',
    'Running',
    'works',
    1,
  ],
];

/** The reasons with which a kubelet rejects or evicts a pod. */
const NODE_REASONS = [
  'Evicted',
  'NodeAffinity',
  'NodeShutdown',
  'OutOfcpu',
  'OutOfmemory',
  'Preempting',
  'UnexpectedAdmissionError',
];

describe('an attempt that may be lost to the infrastructure', () => {
  it.each(NODE_REASONS)(
    'is followed by another when its node rejects its pod with %s',
    (reason) => {
      const ended = { reason, message: `said of ${reason}` };
      const { status } = decideScene({ pods: [{ ...pod, phase: 'Failed', ended }] });
      expect(status).toMatchObject({ attempt: 2, attempts: [{ number: 1, reason }] });
      expect(status?.conditions?.[0]?.message).toContain(`said of ${reason}`);
    },
  );

  it.each(ROWS)('%s', expectRow);

  it('creates the Job of the next attempt only after the loss is in the status', () => {
    const lost = decideScene({ pods: [exited(143, { isDeleting: true })] });
    expect(lost).toMatchObject({ createAttempt: null, deleteJobs: [] });
    expect(lost.status?.jobUid).toBeUndefined();
    expect(lost.status?.attempts).toMatchObject([{ number: 1, reason: 'PodDeleted' }]);
    const next = { status: lost.status!, jobs: [failedJob('x')], isFresh: true };
    expect(decideScene(next).createAttempt).toBe(2);
  });

  it('fails when the last attempt is lost', () => {
    const decision = decideScene({
      status: { ...started, attempt: 3 },
      jobs: [{ ...job, name: 'run-a3', attempt: 3 }],
      pods: [exited(143, { isDeleting: true, disruption: drained, attempt: 3 })],
    });
    expect(decision.status).toMatchObject({ phase: 'failed', attempt: 3 });
    expect(decision.status?.conditions?.[0]?.message).toMatch(/^Attempt 3 of 3 was lost: /);
  });

  it('fails when the last attempt is killed from outside, too', () => {
    const decision = decideScene({
      status: { ...started, attempt: 3 },
      jobs: [{ ...job, name: 'run-a3', attempt: 3 }],
      pods: [exited(137, { attempt: 3 })],
    });
    expect(decision.status?.conditions).toMatchObject([{ reason: 'RunnerKilled' }]);
    expect(decision.status).toMatchObject({ phase: 'failed', attempt: 3 });
  });

  it.each([
    ['a cancellation', { spec: { cancelRequested: true } }, 'cancelled'],
    ['its timeout', { jobs: [failedJob('DeadlineExceeded')] }, 'failed'],
  ])('has no next attempt after a SIGKILL caused by %s', (_, scene, phase) => {
    const jobs = [failedJob('BackoffLimitExceeded')];
    const { status } = decideScene({ jobs, pods: [exited(137)], isFresh: true, ...scene });
    expect(status).toMatchObject({ phase, attempt: 1 });
  });

  it('is pending again while the next attempt waits', () => {
    const pods = [exited(143, { isDeleting: true, disruption: drained })];
    expect(decideScene({ status: { ...started, phase: 'running' }, pods }).status?.phase).toBe(
      'pending',
    );
  });

  it.each([
    ['too long for the schema', 'R'.repeat(500), 'm'.repeat(50_000)],
    ['empty', '', ''],
  ])('has a valid status when the reason and message of its pod are %s', (_, reason, message) => {
    const pods = [exited(137, { disruption: { reason, message } })];
    const { status } = decideScene({ status: { ...started, phase: 'running' }, pods });
    expect(status?.attempts?.[0]?.reason).toMatch(/^(R{128}|Unknown)$/);
    expect(runStatusSchema.safeParse(status).error).toBeUndefined();
  });

  it('requires a fresh read before it treats an object as absent', () => {
    expect(decideScene({ jobs: [] })).toMatchObject({ needsFresh: true, status: null });
    expect(decideScene({ jobs: [failedJob('x')] })).toMatchObject({
      needsFresh: true,
      status: null,
    });
  });
});
