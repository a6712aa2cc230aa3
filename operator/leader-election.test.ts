import { jest } from '@jest/globals';
import type { ServerResponse } from 'node:http';
import {
  respondWithStatus,
  startKubeServer,
  type KubeServer,
} from '../test/support/kube-server.ts';
import { until } from '../test/support/until.ts';
import { LeaderElection, leaseTiming, type LeaseTiming } from './leader-election.ts';

interface Lease {
  readonly metadata: { readonly resourceVersion: string };
  readonly spec: { readonly holderIdentity: string };
}

/** In seconds: for those who shall lose the lease soon. */
const BRIEF: LeaseTiming = { lease: 0.3, renew: 0.2, retry: 0.02, request: 0.1 };
/** For those who shall keep it, on a busy machine too. */
const STEADY: LeaseTiming = { lease: 3, renew: 2, retry: 0.02, request: 1 };
const NO_ANSWER = 'TimeoutError: The operation was aborted due to timeout';

describe('leader election', () => {
  let server: KubeServer;
  let lease: Lease | null;
  let isDown: boolean;
  /** So many requests get no answer. */
  let unanswered: number;
  let failures: string[];
  /** Of the lease, also those that were refused. */
  let writes: number;
  let beforeWrite: () => void;

  beforeEach(async () => {
    lease = null;
    isDown = false;
    unanswered = 0;
    failures = [];
    writes = 0;
    beforeWrite = () => undefined;
    server = await startKubeServer((_url, response, { method, body }) => {
      if (unanswered > 0) unanswered -= 1;
      else if (isDown) respondWithStatus(response, 500, 'InternalError');
      else if (method === 'GET') read(response);
      else write(response, method, body as Lease);
    });
  });

  function read(response: ServerResponse): void {
    if (lease === null) respondWithStatus(response, 404, 'NotFound');
    else response.end(JSON.stringify(lease));
  }

  function write(response: ServerResponse, method: string, { metadata, spec }: Lease): void {
    beforeWrite();
    writes += 1;
    const version = Number(lease?.metadata.resourceVersion ?? 0);
    if (method === 'POST' && lease !== null) {
      respondWithStatus(response, 409, 'AlreadyExists');
    } else if (lease !== null && metadata.resourceVersion !== String(version)) {
      respondWithStatus(response, 409, 'Conflict');
    } else {
      lease = { metadata: { ...metadata, resourceVersion: String(version + 1) }, spec };
      response.end(JSON.stringify(lease));
    }
  }

  afterEach(async () => {
    await server.stop();
  });

  function candidate(identity: string, timing = BRIEF): LeaderElection {
    return new LeaderElection({
      api: server.api,
      namespace: 'n',
      name: 'l',
      identity,
      timing,
      onFailure: (error) => {
        failures.push(String(error));
      },
    });
  }

  it('uses the timing of other controllers, and scales it with the lease duration', () => {
    expect(leaseTiming(15)).toEqual({ lease: 15, renew: 10, retry: 2, request: 5 });
    expect(leaseTiming(60)).toEqual({ lease: 60, renew: 40, retry: 8, request: 20 });
  });

  it('lets a second candidate lead only once the first stops renewing', async () => {
    const never = new AbortController();
    const crash = new AbortController();
    const [a, b] = [candidate('a', STEADY), candidate('b', STEADY)];
    await a.acquire(never.signal);
    const held = a.hold(crash.signal);
    let second = false;
    const waiting = b.acquire(never.signal).then(() => (second = true));
    const lapsesAt = performance.now() + STEADY.lease * 1000;
    await until(() => performance.now() > lapsesAt + 500);
    expect(second).toBe(false);
    crash.abort();
    await held;
    await waiting;
    expect(lease?.spec.holderIdentity).toBe('b');
    await a.hold(never.signal);
  });

  it('lets another candidate lead immediately after a release', async () => {
    const { signal } = new AbortController();
    const [a, b] = [candidate('a'), candidate('b')];
    await a.acquire(signal);
    await a.release();
    expect(lease?.spec.holderIdentity).toBe('');
    await b.acquire(signal);
    expect(lease?.spec.holderIdentity).toBe('b');
  });

  it('stops leading when it cannot renew', async () => {
    const { signal } = new AbortController();
    const a = candidate('a');
    await a.acquire(signal);
    isDown = true;
    await a.hold(signal);
    await expect(candidate('b').acquire(AbortSignal.timeout(100))).rejects.toThrow();
  });

  it('keeps leading after a conflict with another write of the lease', async () => {
    const end = new AbortController();
    const a = candidate('a', STEADY);
    await a.acquire(end.signal);
    let isOver = false;
    const held = a.hold(end.signal).then(() => (isOver = true));
    beforeWrite = () => {
      beforeWrite = () => undefined;
      if (lease === null) return;
      const resourceVersion = String(Number(lease.metadata.resourceVersion) + 1);
      lease = { ...lease, metadata: { resourceVersion } };
      writes = 0;
    };
    // The rejected write and two after it.
    await until(() => isOver || writes > 2);
    expect(isOver).toBe(false);
    end.abort();
    await held;
  });

  it('stops leading once another candidate holds the lease', async () => {
    const { signal } = new AbortController();
    const a = candidate('a');
    await a.acquire(signal);
    const held = a.hold(signal);
    beforeWrite = () => {
      if (lease === null) return;
      const resourceVersion = String(Number(lease.metadata.resourceVersion) + 1);
      lease = { metadata: { resourceVersion }, spec: { ...lease.spec, holderIdentity: 'b' } };
    };
    await held;
    expect(lease?.spec.holderIdentity).toBe('b');
    expect(failures).toEqual([]);
  });

  it('composes no signal of composed ones, which Node would never free', async () => {
    const any = jest.spyOn(AbortSignal, 'any');
    const end = new AbortController();
    const a = candidate('a', STEADY);
    await a.acquire(end.signal);
    const held = a.hold(end.signal);
    await until(() => writes > 3);
    end.abort();
    await held;
    const composed = new Set(any.mock.results.map(({ value }) => value as AbortSignal));
    const sources = any.mock.calls.flatMap(([signals]) => [...signals]);
    any.mockRestore();
    expect(composed.size).toBeGreaterThan(3);
    expect(sources.filter((signal) => composed.has(signal))).toHaveLength(0);
  });

  it('stops leading when its renewals get no response', async () => {
    const { signal } = new AbortController();
    const a = candidate('a');
    await a.acquire(signal);
    unanswered = Infinity;
    await a.hold(signal);
    expect(failures).toContain(NO_ANSWER);
  });

  it('retries a request that gets no response, and reports each failed attempt', async () => {
    unanswered = 2;
    const a = candidate('a', STEADY);
    await a.acquire(AbortSignal.timeout(60_000));
    expect(lease?.spec.holderIdentity).toBe('a');
    expect(failures).toEqual([NO_ANSWER, NO_ANSWER]);
  });

  it('knows of a leader while any candidate renews, and of none once the lease has expired', async () => {
    const never = new AbortController();
    const crash = new AbortController();
    const [a, b] = [candidate('a'), candidate('b')];
    expect(a.hasLeader()).toBe(false);
    await a.acquire(never.signal);
    expect(a.hasLeader()).toBe(true);
    expect(b.hasLeader()).toBe(false);
    const held = a.hold(crash.signal);
    const standby = new AbortController();
    const waiting = b.acquire(standby.signal);
    await until(() => b.hasLeader());
    isDown = true;
    await until(() => !b.hasLeader());
    await held;
    expect(failures).toContain('KubeApiError: InternalError');
    standby.abort();
    await expect(waiting).rejects.toThrow();
  });
});
