import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { load } from 'js-yaml';
import {
  createNamespace,
  requireControlPlane,
  type ControlPlane,
} from '../test/support/control-plane.ts';
import { OperatorProcess } from '../test/support/operator-process.ts';
import { until as untilWithin } from '../test/support/until.ts';
import { STEPS, type Step } from './failpoint.ts';
import { isNotFound } from './kube/kube-api-error.ts';
import type { KubeObject } from './kube/kube-object.ts';
import { PATCH } from './kube/patch-type.ts';
import { RECORDED_ANNOTATION, type RunStatus } from './resources/run.ts';
import { paths } from './resources/paths.ts';

// The tools may have to be built before the first test.
const BUILD_WITHIN_MS = 20 * 60_000;

// Processes start slowly where other tests use every core.
const COMES_WITHIN_MS = 45_000;

let plane: ControlPlane;
let scratch: string;

beforeAll(async () => {
  plane = await requireControlPlane();
  scratch = await mkdtemp(path.join(os.tmpdir(), 'millrace-operator-'));
}, BUILD_WITHIN_MS);

afterAll(async () => {
  await plane.stop();
  await rm(scratch, { recursive: true, force: true });
});

async function until<T>(look: () => T | null | false | Promise<T | null | false>): Promise<T> {
  return await untilWithin(look, COMES_WITHIN_MS);
}

interface RunObject extends KubeObject {
  readonly spec: object;
  readonly status?: RunStatus;
}

interface Event {
  readonly reason: string;
  readonly count: number;
}

/** A namespace of its own on a real API server, with what the tests ask of it. */
class Bench {
  readonly #plane: ControlPlane;
  readonly namespace: string;

  constructor(plane: ControlPlane, namespace: string) {
    this.#plane = plane;
    this.namespace = namespace;
  }

  async operator(env: Readonly<Record<string, string>> = {}): Promise<OperatorProcess> {
    const { kubeconfig } = this.#plane;
    return await OperatorProcess.start({ kubeconfig, namespace: this.namespace, scratch, env });
  }

  async createRun(name: string, more: object = {}): Promise<void> {
    const spec = { runId: name, flowId: 'f', specKey: 'k', engine: 'polars', trigger: 'manual' };
    const body = {
      apiVersion: 'millrace.dev/v1alpha1',
      kind: 'Run',
      metadata: { name },
      spec: { ...spec, ...more },
    };
    await this.#plane.api.request(paths.runs(this.namespace), { method: 'POST', body });
  }

  async patchRun(name: string, body: object): Promise<void> {
    const path = `${paths.runs(this.namespace)}/${name}`;
    await this.#plane.api.request(path, { method: 'PATCH', contentType: PATCH.merge, body });
  }

  async run(name: string): Promise<RunObject | null> {
    try {
      return await this.#plane.api.request<RunObject>(`${paths.runs(this.namespace)}/${name}`);
    } catch (error) {
      if (isNotFound(error)) return null;
      throw error;
    }
  }

  async reaches(name: string, phase: string): Promise<void> {
    await until(async () => (await this.run(name))?.status?.phase === phase);
  }

  async jobs(): Promise<readonly KubeObject[]> {
    return await this.#list(paths.jobs(this.namespace));
  }

  async events(): Promise<readonly Event[]> {
    return await this.#list(paths.events(this.namespace));
  }

  /**
   * Does for the Job of an attempt what the Job controller and a kubelet do when its runner ends well.
   * @param phase of the pod; a kubelet tells it a moment after the end of the container
   */
  async finish(job: string, phase = 'Succeeded'): Promise<void> {
    const { api } = this.#plane;
    const object = await until(
      async () => (await this.jobs()).find(({ metadata }) => metadata.name === job) ?? null,
    );
    const { spec } = object as KubeObject & { readonly spec: { readonly template: object } };
    const pod = { metadata: {}, ...spec.template };
    const name = `${job}-x`;
    const body = { ...pod, metadata: { ...pod.metadata, name } };
    await api.request(paths.pods(this.namespace), { method: 'POST', body });
    const at = '2026-01-01T00:00:00Z';
    const terminated = { exitCode: 0, reason: 'Completed', startedAt: at, finishedAt: at };
    const state = { name: 'runner', image: 'i', imageID: '', ready: false, restartCount: 0 };
    await this.tell(job, { phase, containerStatuses: [{ ...state, state: { terminated } }] });
  }

  /** Tells the status of a Job's pod. */
  async tell(job: string, status: object): Promise<void> {
    await this.#plane.api.request(`${paths.pods(this.namespace)}/${job}-x/status`, {
      method: 'PATCH',
      contentType: PATCH.merge,
      body: { status },
    });
  }

  async #list<T>(path: string): Promise<readonly T[]> {
    return (await this.#plane.api.request<{ readonly items: readonly T[] }>(path)).items;
  }
}

/** Runs a test in a namespace of its own, where there is an API server. */
function onApiServer(title: string, test: (bench: Bench) => Promise<void>): void {
  it(
    title,
    async () => {
      const namespace = `t-${crypto.randomUUID()}`;
      await createNamespace(plane.api, namespace);
      await test(new Bench(plane, namespace));
    },
    2 * COMES_WITHIN_MS,
  );
}

describe('the operator on a real API server', () => {
  onApiServer(
    'makes one Job of a Run, tells of each transition once, and counts',
    async (bench) => {
      const operator = await bench.operator();
      try {
        await bench.createRun('a');
        await bench.finish('a-a1');
        await bench.reaches('a', 'success');
        const told = await until(async () => {
          const events = await bench.events();
          return events.some(({ reason }) => reason === 'Completed') ? events : null;
        });
        const reasons = told.map(({ reason }) => reason);
        expect(reasons).toEqual(expect.arrayContaining(['JobCreated', 'Completed']));
        expect(reasons).toEqual([...new Set(reasons)]);
        expect(told.every(({ count }) => count === 1)).toBe(true);
        expect(await bench.jobs()).toHaveLength(1);
        expect(await operator.metric('millrace_runs{phase="success"}')).toBe(1);
        expect(await operator.metric('millrace_runs_unrecorded')).toBe(1);
      } finally {
        await operator.stop();
      }
    },
  );

  onApiServer('tells what it has still to tell before it ends', async (bench) => {
    const operator = await bench.operator();
    await bench.createRun('a');
    await bench.reaches('a', 'pending').finally(() => operator.stop());
    expect((await bench.events()).map(({ reason }) => reason)).toContain('JobCreated');
  });

  onApiServer(
    'leaves a Job that will end by itself to people who want to look at it',
    async (bench) => {
      const operator = await bench.operator();
      try {
        await bench.createRun('a');
        await bench.finish('a-a1', 'Running');
        await bench.reaches('a', 'success');
        await bench.tell('a-a1', { phase: 'Succeeded' });
        await bench.createRun('b');
        await bench.finish('b-a1');
        await bench.reaches('b', 'success');
        await operator.settled();
        const names = (await bench.jobs()).map(({ metadata }) => metadata.name);
        expect(names.toSorted()).toEqual(['a-a1', 'b-a1']);
      } finally {
        await operator.stop();
      }
    },
  );

  onApiServer('deletes a Run only once its end is recorded', async (bench) => {
    const operator = await bench.operator({ OPERATOR_RETENTION_DONE_SECONDS: '0' });
    try {
      for (const name of ['kept', 'gone']) {
        await bench.createRun(name);
        await bench.finish(`${name}-a1`);
        await bench.reaches(name, 'success');
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

  /** What brings a Run to a step. */
  const provoke: Readonly<Partial<Record<Step, (bench: Bench) => Promise<void>>>> = {
    jobsDeleted: async (bench) => {
      await bench.patchRun('a', { spec: { cancelRequested: true } });
    },
    runDeleted: async (bench) => {
      await bench.patchRun('a', { metadata: { annotations: { [RECORDED_ANNOTATION]: 'true' } } });
    },
  };

  describe.each(STEPS)('killed at the step %s', (step) => {
    onApiServer('leaves what the next one brings to the same end', async (bench) => {
      await bench.createRun('a');
      if (step === 'jobsDeleted' || step === 'runDeleted') {
        const before = await bench.operator();
        await until(async () => (await bench.jobs()).length === 1);
        if (step === 'runDeleted') {
          await bench.finish('a-a1');
          await bench.reaches('a', 'success');
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
          await bench.reaches('a', 'cancelled');
        } else {
          await bench.finish('a-a1');
          await bench.reaches('a', 'success');
          expect((await bench.jobs()).map(({ metadata }) => metadata.name)).toEqual(['a-a1']);
        }
        await next.settled();
      } finally {
        await next.stop();
      }
    });
  });
});

describe('the API server', () => {
  const valid = { runId: 'r', flowId: 'f', specKey: 'k', engine: 'polars', trigger: 'manual' };

  onApiServer('takes the sample', async (bench) => {
    const file = path.resolve(import.meta.dirname, '..', 'k8s', 'run.yaml');
    const body = load(readFileSync(file, 'utf8'));
    await plane.api.request(paths.runs(bench.namespace), { method: 'POST', body });
  });

  onApiServer('lets nobody change what a Run is, and take back a cancellation', async (bench) => {
    await bench.createRun('a', { specHash: 'a'.repeat(64) });
    for (const [field, value] of Object.entries({ ...valid, specHash: 'b'.repeat(64) })) {
      const other = field === 'engine' ? 'pandas' : field === 'trigger' ? 'retry' : `${value}x`;
      const changed = { spec: { [field]: field === 'specHash' ? value : other } };
      await expect(bench.patchRun('a', changed)).rejects.toThrow(`${field} cannot be changed`);
    }
    await bench.patchRun('a', { spec: { cancelRequested: true } });
    await expect(bench.patchRun('a', { spec: { cancelRequested: false } })).rejects.toThrow(
      'cannot be taken back',
    );
  });

  onApiServer('refuses a name that leaves no room for the names of Jobs', async (bench) => {
    await expect(bench.createRun('a'.repeat(58))).rejects.toThrow('at most 57 characters');
  });
});
