import type { KubeObject } from '../../../kubernetes/client/kube-object.ts';
import { RECORDED_ANNOTATION } from '../../../kubernetes/resources/run.ts';
import { readJob, readPod, readRun } from './read-objects.ts';

const metadata = { name: 'x', namespace: 'n', uid: 'u', resourceVersion: '7' };

function job(...conditions: object[]): KubeObject {
  const object = { metadata, status: { conditions } };
  return object;
}

function pod(status: object, more: object = {}): KubeObject {
  const limits = { memory: '2Gi' };
  const containers = [{ name: 'runner', image: 'runner:1', resources: { limits } }];
  const object = { metadata: { ...metadata, ...more }, spec: { containers }, status };
  return object;
}

const runSpec = {
  runId: 'r1',
  flowId: 'f1',
  specKey: 'runs/r1/spec.json',
  engine: 'polars',
  trigger: 'manual',
};

describe('a Run in the cache', () => {
  const fat = {
    ...metadata,
    managedFields: [{ manager: 'api', fieldsV1: { 'f:spec': {} } }],
    annotations: { 'kubectl.kubernetes.io/last-applied-configuration': '{}' },
  };

  it('has no managed fields and no last applied configuration', () => {
    const run: object = { metadata: fat, spec: runSpec };
    expect(JSON.stringify(readRun(run as KubeObject))).not.toMatch(/managedFields|last-applied/);
  });

  it.each([
    ['true', true],
    ['false', false],
    [undefined, false],
  ])('with the recorded annotation %s has isRecorded %s', (value, isRecorded) => {
    const annotations = value === undefined ? {} : { [RECORDED_ANNOTATION]: value };
    const run: object = { metadata: { ...metadata, annotations }, spec: runSpec };
    expect(readRun(run as KubeObject).isRecorded).toBe(isRecorded);
  });
});

describe('a Run with an unknown phase', () => {
  it.each(['paused', 'toString', '', null, 7])(
    'cannot be read, and the error names its phase %j',
    (phase) => {
      const run: object = { metadata, spec: runSpec, status: { phase } };
      const why = `status.phase: ${JSON.stringify(phase)} is none of pending, running, success,`;
      expect(() => readRun(run as KubeObject)).toThrow(why);
    },
  );

  it('has a long phase cut in the error', () => {
    const run: object = { metadata, spec: runSpec, status: { phase: 'x'.repeat(5000) } };
    expect(() => readRun(run as KubeObject)).toThrow(/^status\.phase: "x{63} is none of [a-z, ]+$/);
  });
});

describe('the verdict of a Job', () => {
  it.each([
    ['none at first', [], null],
    ['none while it is suspended', [{ type: 'Suspended', status: 'True' }], null],
    ['complete', [{ type: 'Complete', status: 'True' }], { kind: 'complete' }],
    [
      'complete, while its pods still terminate',
      [{ type: 'SuccessCriteriaMet', status: 'True' }],
      { kind: 'complete' },
    ],
    [
      'failed',
      [{ type: 'Failed', status: 'True', reason: 'DeadlineExceeded', message: 'too long' }],
      { kind: 'failed', reason: 'DeadlineExceeded', message: 'too long' },
    ],
    [
      'failed, while its pods still terminate',
      [{ type: 'FailureTarget', status: 'True', reason: 'BackoffLimitExceeded', message: 'm' }],
      { kind: 'failed', reason: 'BackoffLimitExceeded', message: 'm' },
    ],
    ['none by a condition that is not true', [{ type: 'Failed', status: 'False' }], null],
  ])('is %s', (_title, conditions, verdict) => {
    expect(readJob(job(...conditions)).finished).toEqual(verdict);
  });
});

describe('readPod', () => {
  it('returns a waiting container before a node accepts the pod', () => {
    expect(readPod(pod({}))).toMatchObject({
      phase: 'Pending',
      node: null,
      acknowledgedAt: null,
      container: { kind: 'waiting', reason: '' },
      memoryLimit: '2Gi',
      image: 'runner:1',
    });
  });

  it('returns the state of the runner, not of a sidecar container', () => {
    const terminated = { exitCode: 137, reason: 'OOMKilled', finishedAt: '2026-01-01T00:00:09Z' };
    const status = {
      phase: 'Failed',
      startTime: '2026-01-01T00:00:00Z',
      containerStatuses: [
        { name: 'proxy', state: { running: { startedAt: '2026-01-01T00:00:00Z' } } },
        { name: 'runner', state: { terminated } },
      ],
    };
    expect(readPod(pod(status))).toMatchObject({
      node: null,
      acknowledgedAt: '2026-01-01T00:00:00Z',
      container: { kind: 'terminated', exitCode: 137, reason: 'OOMKilled' },
    });
  });

  it('returns the disruption and the message of the node', () => {
    const status = {
      phase: 'Failed',
      reason: 'Evicted',
      message: 'The node was low on resource: memory.',
      conditions: [{ type: 'DisruptionTarget', status: 'True', reason: 'TerminationByKubelet' }],
    };
    expect(readPod(pod(status, { deletionTimestamp: '2026-01-01T00:00:00Z' }))).toMatchObject({
      isDeleting: true,
      ended: { reason: 'Evicted', message: 'The node was low on resource: memory.' },
      disruption: { reason: 'TerminationByKubelet' },
    });
  });
});
