import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { ControlPlane } from '../test/support/control-plane.ts';
import { requireSharedControlPlane } from '../test/support/shared-control-plane.ts';
import { TIMEOUT_MS, OperatorBench, until } from '../test/support/operator-bench.ts';
import { RUN_STEPS, type Step } from './failpoint.ts';
import { RECORDED_ANNOTATION } from '../kubernetes/resources/run.ts';

// The tools may have to be built before the first test.
const BUILD_WITHIN_MS = 20 * 60_000;

let plane: ControlPlane;
let scratch: string;

beforeAll(async () => {
  plane = await requireSharedControlPlane();
  scratch = await mkdtemp(path.join(os.tmpdir(), 'millrace-operator-'));
}, BUILD_WITHIN_MS);

afterAll(async () => {
  await plane.stop();
  await rm(scratch, { recursive: true, force: true });
});

/** The metrics that dashboards and alerts for controllers query. All exist from the start. */
const COUNTED = [
  'workqueue_adds_total{name="run"}',
  'workqueue_queue_duration_seconds_count{name="run"}',
  'workqueue_work_duration_seconds_count{name="run"}',
  'controller_runtime_reconcile_total{controller="run",result="success"}',
  'controller_runtime_reconcile_time_seconds_count{controller="run"}',
  'controller_runtime_max_concurrent_reconciles{controller="run"}',
  'rest_client_requests_total{code="201",method="POST"}',
  'rest_client_request_duration_seconds_count{verb="GET"}',
  'leader_election_master_status{name="millrace-operator"}',
  'millrace_watch_connected{resource="runs"}',
  'millrace_watch_relists_total{resource="runs"}',
];
const NOT_YET = [
  'workqueue_retries_total{name="schedule"}',
  'workqueue_longest_running_processor_seconds{name="schedule"}',
  'workqueue_unfinished_work_seconds{name="schedule"}',
  'controller_runtime_active_workers{controller="schedule"}',
  'controller_runtime_reconcile_total{controller="schedule",result="error"}',
  'controller_runtime_reconcile_errors_total{controller="schedule"}',
  'millrace_watch_restarts_total{resource="runs"}',
  'millrace_watch_missed_total{resource="runs"}',
];

/** Runs a test in a namespace of its own. */
function onApiServer(title: string, test: (bench: OperatorBench) => Promise<void>): void {
  it(
    title,
    async () => {
      await test(await OperatorBench.open(plane, scratch));
    },
    2 * TIMEOUT_MS,
  );
}

describe('the operator on a real API server', () => {
  onApiServer(
    'creates one Job for a Run, emits one Event for each transition, and counts both',
    async (bench) => {
      const operator = await bench.operator();
      try {
        await bench.createRun('a');
        await bench.finish('a-a1');
        await bench.waitForPhase('a', 'success');
        const events = await until(async () => {
          const emitted = await bench.events();
          return emitted.some(({ reason }) => reason === 'Completed') ? emitted : null;
        });
        const reasons = events.map(({ reason }) => reason);
        expect(reasons).toEqual(expect.arrayContaining(['JobCreated', 'Completed']));
        expect(reasons).toEqual([...new Set(reasons)]);
        expect(events.every(({ count }) => count === 1)).toBe(true);
        expect(await bench.jobs()).toHaveLength(1);
        expect(await operator.metric('millrace_runs{phase="success"}')).toBe(1);
        expect(await operator.metric('millrace_runs_unrecorded')).toBe(1);
        for (const name of COUNTED) expect(await operator.metric(name)).toBeGreaterThan(0);
        for (const name of NOT_YET) expect(await operator.metric(name)).toBe(0);
      } finally {
        await operator.stop();
      }
    },
  );

  onApiServer('emits one Event for each transition of each attempt', async (bench) => {
    const operator = await bench.operator();
    try {
      const isMade = async (attempt: number): Promise<boolean> => {
        const status = (await bench.run('a'))?.status;
        return status?.attempt === attempt && status.conditions?.[0]?.reason === 'JobCreated';
      };
      await bench.createRun('a');
      await until(() => isMade(1));
      await bench.evict('a-a1');
      await until(() => isMade(2));
      await bench.finish('a-a2');
      const reasons = await until(async () => {
        const emitted = (await bench.events()).map(({ reason }) => reason);
        return emitted.includes('Completed') ? emitted : null;
      });
      // The operator may observe a pod before its outcome, or only with it.
      const ofAll = reasons.filter((reason) => reason !== 'PodPending');
      expect(ofAll.toSorted()).toEqual(['AttemptLost', 'Completed', 'JobCreated', 'JobCreated']);
    } finally {
      await operator.stop();
    }
  });

  onApiServer('deletes a Job that a container beside its runner keeps active', async (bench) => {
    const operator = await bench.operator();
    try {
      await bench.createRun('a');
      await bench.finishWithSidecar('a-a1');
      await bench.waitForPhase('a', 'success');
      await until(async () => (await bench.jobs()).length === 0);
    } finally {
      await operator.stop();
    }
  });

  onApiServer('holds the Lease for OPERATOR_LEASE_SECONDS', async (bench) => {
    const operator = await bench.operator({ OPERATOR_LEASE_SECONDS: '40' });
    await operator.settled();
    const leases = `/apis/coordination.k8s.io/v1/namespaces/${bench.namespace}/leases`;
    const lease = await plane.api
      .request<object>(`${leases}/millrace-operator`)
      .finally(() => operator.stop());
    expect(lease).toMatchObject({ spec: { holderIdentity: 'test', leaseDurationSeconds: 40 } });
  });

  onApiServer('emits its pending Events before it exits', async (bench) => {
    const operator = await bench.operator();
    await bench.createRun('a');
    await bench.waitForPhase('a', 'pending').finally(() => operator.stop());
    expect((await bench.events()).map(({ reason }) => reason)).toContain('JobCreated');
  });

  onApiServer('keeps a Job that finishes by itself, for inspection', async (bench) => {
    const operator = await bench.operator();
    try {
      await bench.createRun('a');
      await bench.finish('a-a1', 'Running');
      await bench.waitForPhase('a', 'success');
      await bench.patchPodStatus('a-a1', { phase: 'Succeeded' });
      await bench.createRun('b');
      await bench.finish('b-a1');
      await bench.waitForPhase('b', 'success');
      await operator.settled();
      const names = (await bench.jobs()).map(({ metadata }) => metadata.name);
      expect(names.toSorted()).toEqual(['a-a1', 'b-a1']);
    } finally {
      await operator.stop();
    }
  });

  onApiServer('deletes a Run only once its outcome is recorded', async (bench) => {
    const operator = await bench.operator({ OPERATOR_RETENTION_DONE_SECONDS: '0' });
    try {
      for (const name of ['kept', 'gone']) {
        await bench.createRun(name);
        await bench.finish(`${name}-a1`);
        await bench.waitForPhase(name, 'success');
      }
      await bench.patchRun('gone', {
        metadata: { annotations: { [RECORDED_ANNOTATION]: 'true' } },
      });
      await until(async () => (await bench.run('gone')) === null);
      await operator.settled();
      expect((await bench.run('kept'))?.status?.phase).toBe('success');
    } finally {
      await operator.stop();
    }
  });

  onApiServer('is ready only once a leader is known', async (bench) => {
    await bench.rejectLeases();
    const operator = await bench.operator();
    try {
      for (const resource of ['runs', 'jobs', 'pods']) {
        await until(
          async () =>
            (await operator.metric(`millrace_watch_connected{resource="${resource}"}`)) === 1,
        );
      }
      expect(await operator.isReady()).toBe(false);
      await bench.liftPolicy();
      await operator.settled();
    } finally {
      await operator.stop();
    }
  });

  /** Makes a Run reach a step. */
  const provoke: Readonly<Partial<Record<Step, (bench: OperatorBench) => Promise<void>>>> = {
    jobsDeleted: async (bench) => {
      await bench.patchRun('a', { spec: { cancelRequested: true } });
    },
    runDeleted: async (bench) => {
      await bench.patchRun('a', { metadata: { annotations: { [RECORDED_ANNOTATION]: 'true' } } });
    },
  };

  describe.each(RUN_STEPS)('an operator killed at the step %s', (step) => {
    onApiServer('is replaced by one that finishes the run with the same result', async (bench) => {
      await bench.createRun('a');
      if (step === 'jobsDeleted' || step === 'runDeleted') {
        const before = await bench.operator();
        await until(async () => (await bench.jobs()).length === 1);
        if (step === 'runDeleted') {
          await bench.finish('a-a1');
          await bench.waitForPhase('a', 'success');
        }
        await before.settled();
        await before.stop();
        await provoke[step]?.(bench);
      }
      const retention = { OPERATOR_RETENTION_DONE_SECONDS: '0' };
      const killed = await bench.operator({ ...retention, OPERATOR_FAILPOINT: step });
      expect(await killed.exited).toBe(137);
      const next = await bench.operator(retention);
      try {
        if (step === 'runDeleted') {
          expect(await bench.run('a')).toBeNull();
        } else if (step === 'jobsDeleted') {
          await bench.waitForPhase('a', 'cancelled');
        } else {
          await bench.finish('a-a1');
          await bench.waitForPhase('a', 'success');
          expect((await bench.jobs()).map(({ metadata }) => metadata.name)).toEqual(['a-a1']);
        }
        await next.settled();
      } finally {
        await next.stop();
      }
    });
  });
});

describe.each(['statusWritten', 'jobCreated', 'jobsDeleted', 'eventRecorded'] as const)(
  'an operator killed at the step %s of a lost attempt',
  (step) => {
    onApiServer('is replaced by one that makes exactly one further attempt', async (bench) => {
      await bench.createRun('a');
      const before = await bench.operator();
      await until(async () => (await bench.run('a'))?.status?.jobUid !== undefined);
      await before.settled();
      await before.stop();
      await bench.evict('a-a1');
      const killed = await bench.operator({ OPERATOR_FAILPOINT: step });
      expect(await killed.exited).toBe(137);
      const next = await bench.operator();
      try {
        await bench.finish('a-a2');
        await bench.waitForPhase('a', 'success');
        await next.settled();
        const { attempt, attempts } = (await bench.run('a'))?.status ?? {};
        expect(attempt).toBe(2);
        expect(attempts).toMatchObject([{ number: 1, reason: 'Evicted' }]);
        const names = (await bench.jobs()).map(({ metadata }) => metadata.name);
        expect(names.filter((name) => name !== 'a-a1')).toEqual(['a-a2']);
      } finally {
        await next.stop();
      }
    });
  },
);
