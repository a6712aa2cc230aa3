import type { Reason } from '../observe/observation.ts';
import {
  drained,
  expectRow,
  job,
  decideScene,
  pod,
  waiting,
  type Row,
} from '../../../test/support/run-scene.ts';

function rejectedJob(message: string): Reason {
  return { reason: 'JobRefused', message };
}

const overQuota = rejectedJob(
  'jobs.batch "run-a1" is forbidden: exceeded quota: q, requested: count/jobs.batch=1',
);

const ROWS: readonly Row[] = [
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
    'an invalid image name',
    { pods: [waiting('InvalidImageName')] },
    'failed',
    'InvalidImageName',
    'runner:1',
    1,
  ],
  [
    'a Secret that is missing, at first',
    { pods: [waiting('CreateContainerConfigError', 'secret "store" not found')] },
    'pending',
    'CreateContainerConfigError',
    'missing in the namespace data: secret "store" not found',
    1,
  ],
  [
    'a Secret that is missing, for too long',
    { pods: [waiting('CreateContainerConfigError', 'secret "store" not found')], after: 121 },
    'failed',
    'CreateContainerConfigError',
    'after 120 seconds. A Secret, ConfigMap or key that the runner needs is missing',
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
    { podRejection: 'pods "x" is forbidden: exceeded quota: q' },
    'pending',
    'QuotaExceeded',
    'exceeded quota: q',
    1,
  ],
  [
    'a quota that is used up, by runs that take long',
    { podRejection: 'pods "x" is forbidden: exceeded quota: q', after: 3599 },
    'pending',
    'QuotaExceeded',
    'exceeded quota: q',
    1,
  ],
  [
    'a quota that is used up, for too long',
    { podRejection: 'pods "x" is forbidden: exceeded quota: q', after: 3600 },
    'failed',
    'QuotaExceeded',
    'after 3600 seconds. pods "x" is forbidden: exceeded quota: q',
    1,
  ],
  [
    'Pod Security that rejects the pod, at first',
    { podRejection: 'pods "x" is forbidden: violates PodSecurity "restricted:latest"' },
    'pending',
    'PodRefused',
    'violates PodSecurity "restricted:latest"',
    1,
  ],
  [
    'a policy that rejects the pod, for too long',
    {
      podRejection: 'admission webhook "policy.example" denied the request: no team label',
      after: 900,
    },
    'failed',
    'PodRefused',
    'after 900 seconds. admission webhook "policy.example" denied the request: no team label',
    1,
  ],
  [
    'an admission policy of the cluster that rejects the pod, at first',
    {
      podRejection: "ValidatingAdmissionPolicy 'p' with binding 'b' denied request: no team label",
      after: 899,
    },
    'pending',
    'PodRefused',
    'no team label',
    1,
  ],
  [
    'a temporary rejection, at first',
    { podRejection: 'failed calling webhook "policy.example": timeout' },
    'pending',
    'PodRefused',
    'failed calling webhook',
    1,
  ],
  [
    'a temporary rejection, for too long',
    { podRejection: 'failed calling webhook "policy.example": timeout', after: 900 },
    'failed',
    'PodRefused',
    'after 900 seconds. failed calling webhook',
    1,
  ],
  [
    'a queue that has not admitted the Job for hours',
    { jobs: [{ ...job, queue: 'team', isSuspended: true }], after: 20_000 },
    'pending',
    'Queued',
    'waits for the queue team',
    1,
  ],
  [
    'a Job that its queue has just admitted',
    { jobs: [{ ...job, queue: 'team' }], after: 20_000 },
    'pending',
    'Queued',
    'waits for the queue team',
    1,
  ],
  [
    'a Job without a pod that its queue admitted a minute ago, after hours',
    { jobs: [{ ...job, queue: 'team', startedAt: '2026-01-01T05:00:00Z' }], after: 18_060 },
    'pending',
    'JobCreated',
    'no pod yet',
    1,
  ],
  [
    'a Job that a user suspended before it started',
    { jobs: [{ ...job, isSuspended: true }], after: 20_000 },
    'pending',
    'Suspended',
    'spec.suspend',
    1,
  ],
  [
    'a Job without a pod past the deadline, while Events cannot be read: it may wait for a quota',
    { knowsPodRejections: false, after: 901 },
    'pending',
    'JobCreated',
    'no pod yet',
    1,
  ],
  [
    'a Job without a pod past the deadline of a quota, while Events cannot be read',
    { knowsPodRejections: false, after: 3601 },
    'failed',
    'JobCreated',
    'Gave up after 3600 seconds',
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
    'a late node, and an image that cannot be pulled, at first',
    {
      pods: [{ ...waiting('ErrImagePull', 'i/o timeout'), acknowledgedAt: '2026-01-01T00:10:00Z' }],
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
  ['a pod that starts', { pods: [pod] }, 'pending', 'PodPending', 'not started', 1],
  [
    'a pod taken before it began, replaced by its Job',
    { pods: [{ ...pod, phase: 'Failed', disruption: drained }, pod] },
    'pending',
    'PodPending',
    'not started',
    1,
  ],
  [
    'a Job that another object owns',
    { jobs: [{ ...job, ownerUid: 'other' }] },
    'pending',
    'JobNameTaken',
    'run-a1',
    1,
  ],
  [
    'a quota that admits no Job, at first',
    { status: {}, jobs: [], jobRejection: overQuota },
    'pending',
    'QuotaExceeded',
    'count/jobs.batch',
    1,
  ],
  [
    'a quota that admits no Job, for too long',
    { status: {}, jobs: [], jobRejection: overQuota, after: 3600 },
    'failed',
    'QuotaExceeded',
    'after 3600 seconds. jobs.batch "run-a1" is forbidden: exceeded quota',
    1,
  ],
  [
    'a policy that refuses the Job, at first',
    {
      status: {},
      jobs: [],
      jobRejection: rejectedJob("ValidatingAdmissionPolicy 'p' denied request: no team"),
    },
    'pending',
    'JobRefused',
    'no team',
    1,
  ],
  [
    'a policy that refuses the Job, for too long',
    {
      status: {},
      jobs: [],
      jobRejection: rejectedJob("ValidatingAdmissionPolicy 'p' denied request: no team"),
      after: 900,
    },
    'failed',
    'JobRefused',
    'after 900 seconds.',
    1,
  ],
  [
    'a webhook for Jobs that does not answer, at first',
    { status: {}, jobs: [], jobRejection: rejectedJob('failed calling webhook "x": timeout') },
    'pending',
    'JobRefused',
    'failed calling webhook',
    1,
  ],
  [
    'a webhook for Jobs that does not answer, for too long',
    {
      status: {},
      jobs: [],
      jobRejection: rejectedJob('failed calling webhook "x": timeout'),
      after: 900,
    },
    'failed',
    'JobRefused',
    'after 900 seconds. failed calling webhook',
    1,
  ],
  [
    'a quota that admits no Job for the next attempt, long after the run was made',
    {
      status: {
        phase: 'pending',
        attempt: 2,
        attempts: [
          { number: 1, reason: 'Evicted', message: '', finishedAt: '2026-01-01T02:00:00Z' },
        ],
      },
      jobs: [],
      jobRejection: overQuota,
      after: 7300,
    },
    'pending',
    'QuotaExceeded',
    'exceeded quota',
    2,
  ],
];

describe('an attempt that has not started', () => {
  it.each(ROWS)('%s', expectRow);

  it('has its Job created and waits for its uid', () => {
    const decision = decideScene({ status: {}, jobs: [] });
    expect(decision.createAttempt).toBe(1);
    expect(decision.status).toMatchObject({ phase: 'pending', attempt: 1 });
  });

  it.each<[string, Parameters<typeof decideScene>[0], string | undefined]>([
    ['was created just before the operator exited', { status: {} }, 'j1'],
    ['another object owns', { status: {}, jobs: [{ ...job, ownerUid: 'other' }] }, undefined],
    ['belonged to a lost attempt', { jobs: [], isFresh: true }, undefined],
  ])('has the expected jobUid for a Job that %s', (_, scene, uid) => {
    expect(decideScene(scene).status?.jobUid).toBe(uid);
  });
});
