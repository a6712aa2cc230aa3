import { refuse, startKubeServer, type KubeServer } from '../../test/support/kube-server.ts';
import { LeaderElection, leaseTiming } from './lease.ts';

interface Lease {
  readonly metadata: { readonly resourceVersion: string };
  readonly spec: { readonly holderIdentity: string };
}

describe('leader election', () => {
  let server: KubeServer;
  let lease: Lease | null;
  let isDown: boolean;

  beforeEach(async () => {
    lease = null;
    isDown = false;
    server = await startKubeServer((_url, response, { method, body }) => {
      if (isDown) {
        refuse(response, 500, 'InternalError');
      } else if (method === 'GET') {
        if (lease === null) refuse(response, 404, 'NotFound');
        else response.end(JSON.stringify(lease));
      } else if (method === 'POST' && lease !== null) {
        refuse(response, 409, 'AlreadyExists');
      } else {
        const { metadata, spec } = body as Lease;
        const version = Number(lease?.metadata.resourceVersion ?? 0);
        if (lease !== null && metadata.resourceVersion !== String(version)) {
          refuse(response, 409, 'Conflict');
          return;
        }
        lease = { metadata: { ...metadata, resourceVersion: String(version + 1) }, spec };
        response.end(JSON.stringify(lease));
      }
    });
  });

  afterEach(async () => {
    await server.stop();
  });

  function candidate(identity: string): LeaderElection {
    return new LeaderElection({
      api: server.api,
      namespace: 'n',
      name: 'l',
      identity,
      timing: { lease: 0.3, renew: 0.2, retry: 0.02 },
    });
  }

  it('has the times of other controllers, and longer ones in proportion', () => {
    expect(leaseTiming(15)).toEqual({ lease: 15, renew: 10, retry: 2 });
    expect(leaseTiming(60)).toEqual({ lease: 60, renew: 40, retry: 8 });
  });

  it('lets one lead, and another only once the first stops renewing', async () => {
    const never = new AbortController();
    const crash = new AbortController();
    const [a, b] = [candidate('a'), candidate('b')];
    await a.acquire(never.signal);
    const held = a.hold(crash.signal);
    let second = false;
    const waiting = b.acquire(never.signal).then(() => (second = true));
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(second).toBe(false);
    crash.abort();
    await held;
    await waiting;
    expect(lease?.spec.holderIdentity).toBe('b');
    await a.hold(never.signal);
  });

  it('hands over at once when released', async () => {
    const { signal } = new AbortController();
    const [a, b] = [candidate('a'), candidate('b')];
    await a.acquire(signal);
    await a.release();
    expect(lease?.spec.holderIdentity).toBe('');
    await b.acquire(signal);
    expect(lease?.spec.holderIdentity).toBe('b');
  });

  it('leads no more when it cannot renew', async () => {
    const { signal } = new AbortController();
    const a = candidate('a');
    await a.acquire(signal);
    isDown = true;
    await a.hold(signal);
    await expect(candidate('b').acquire(AbortSignal.timeout(100))).rejects.toThrow();
  });
});
