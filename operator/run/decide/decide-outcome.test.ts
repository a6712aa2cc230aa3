import {
  drained,
  exited,
  expectRow,
  failedJob,
  job,
  decideScene,
  started,
  T0,
  working,
  type Row,
} from '../../../test/support/run-scene.ts';

const ROWS: readonly Row[] = [
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
    { jobs: [failedJob('DeadlineExceeded')], pods: [exited(143, { isDeleting: true })] },
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
    'a runner that ends itself by SIGSEGV',
    { pods: [exited(139)] },
    'failed',
    'RunnerKilled',
    'signal 11',
    1,
  ],
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
    'a command that the image does not have',
    { pods: [exited(128, {}, { reason: 'StartError', message: 'exec: "x": not found' })] },
    'failed',
    'RunnerFailed',
    'exec: "x": not found',
    1,
  ],
];

describe('an attempt that is running or has finished', () => {
  it.each(ROWS)('%s', expectRow);

  it('names the result that the runner stored', () => {
    expect(decideScene({ pods: [exited(42)] }).status?.resultKey).toBe(
      'runs/r1/attempts/1/result.json',
    );
    expect(decideScene({ pods: [exited(1)] }).status?.resultKey).toBeUndefined();
  });

  it('deletes the active Job of a failed run, and keeps a Job that finished by itself', () => {
    expect(decideScene({ pods: [working], after: 60 }).deleteJobs).toMatchObject([
      { name: 'run-a1' },
    ]);
    expect(decideScene({ pods: [exited(1)] }).deleteJobs).toEqual([]);
    expect(
      decideScene({ status: { ...started, phase: 'failed' }, pods: [working] }).deleteJobs,
    ).toMatchObject([{ name: 'run-a1' }]);
  });

  it('waits a minute for sidecar containers before it deletes the Job', () => {
    const pods = [exited(0, { phase: 'Running' })];
    const ended = { ...started, phase: 'success', finishedAt: T0 } as const;
    expect(decideScene({ pods, status: ended, after: 59 })).toMatchObject({
      deleteJobs: [],
      requeueAfterMs: 1000,
    });
    expect(decideScene({ pods, status: ended, after: 60 })).toMatchObject({
      deleteJobs: [{ name: 'run-a1' }],
      requeueAfterMs: null,
    });
    expect(decideScene({ pods: [exited(0)], status: ended, after: 60 }).deleteJobs).toEqual([]);
  });

  it('is requeued for its time limit', () => {
    expect(decideScene({ pods: [working], after: 20 }).requeueAfterMs).toBe(40_000);
    expect(decideScene({ pods: [working], spec: { timeoutSeconds: 0 } }).requeueAfterMs).toBeNull();
  });

  it('writes nothing when nothing changed', () => {
    const { status } = decideScene({ pods: [working] });
    expect(decideScene({ pods: [working], status: status!, after: 30 }).status).toBeNull();
  });
});
