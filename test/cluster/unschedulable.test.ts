import { failWhileUnschedulable, lackOfPods } from './unschedulable.ts';

const pod = (name: string, conditions: readonly object[]): object => ({
  metadata: { name },
  spec: { containers: [{ resources: { requests: { cpu: '250m', memory: '512Mi' } } }] },
  status: { conditions },
});
const list = (...items: readonly object[]): string => JSON.stringify({ items });

const REFUSED = {
  type: 'PodScheduled',
  status: 'False',
  reason: 'Unschedulable',
  message: '0/1 nodes are available: 1 Insufficient cpu.',
};
const WAITING = list(
  pod('millrace-api-1', [REFUSED]),
  pod('millrace-s3-0', [{ type: 'PodScheduled', status: 'True' }]),
);
const LACK =
  'The cluster has no place for millrace-api-1 requests 250m CPU and 512Mi memory (0/1 nodes are available: 1 Insufficient cpu.). Stop what else runs there, or use a machine with more CPUs.';

describe('an installation whose pods have no place on the node', () => {
  it('names the pod, what it requests, and what is missing', () => {
    expect(lackOfPods(WAITING)).toBe(LACK);
    expect(lackOfPods(list(pod('new', [])))).toBeNull();
  });

  it('fails with it while the installation still waits', async () => {
    const { signal } = new AbortController();
    const failure = failWhileUnschedulable(() => Promise.resolve(WAITING), signal, 0);
    await expect(failure).rejects.toThrow(LACK);
  });

  it('is no failure once the installation has ended, or when the pods cannot be read', async () => {
    const ended = new AbortController();
    const read = (): Promise<string> => {
      ended.abort();
      return Promise.reject(new Error('no such namespace'));
    };
    await expect(failWhileUnschedulable(read, ended.signal, 0)).resolves.toBeUndefined();
  });
});
