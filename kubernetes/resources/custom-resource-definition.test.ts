import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { load } from 'js-yaml';
import type { ControlPlane } from '../../test/support/control-plane.ts';
import { requireSharedControlPlane } from '../../test/support/shared-control-plane.ts';
import { OperatorBench } from '../../test/support/operator-bench.ts';
import type { KubeObject } from '../client/kube-object.ts';
import { paths } from './paths.ts';
import { runSpecSchema } from './run.ts';

let plane: ControlPlane;
let scratch: string;
let bench: OperatorBench;

beforeAll(async () => {
  plane = await requireSharedControlPlane();
  scratch = await mkdtemp(path.join(os.tmpdir(), 'millrace-definitions-'));
});

beforeEach(async () => {
  bench = await OperatorBench.open(plane, scratch);
});

afterAll(async () => {
  await plane.stop();
  await rm(scratch, { recursive: true, force: true });
});

describe('the API server', () => {
  it('takes the sample', async () => {
    const file = path.resolve(import.meta.dirname, '..', '..', 'k8s', 'run.yaml');
    const body = load(readFileSync(file, 'utf8'));
    await plane.api.request(paths.runs(bench.namespace), { method: 'POST', body });
  });

  it('lets nobody change what a Run is, and take back a cancellation', async () => {
    const schedule = { scheduleId: 's', scheduledFor: '2026-01-01T00:00:00Z' };
    const secrets = { variables: ['A'], keyring: [], files: [] };
    await bench.createRun('a', { schedule, runtime: 'python', secrets });
    const other = {
      runId: 'x',
      flowId: 'x',
      specKey: 'x',
      engine: 'pandas',
      trigger: 'retry',
      schedule: { ...schedule, scheduleId: 'x' },
      timeoutSeconds: 1,
      attemptLimit: 1,
      resources: { cpu: '1' },
      runtime: null,
      secrets: { variables: ['B'] },
    };
    expect(Object.keys({ ...other, cancelRequested: true }).toSorted()).toEqual(
      Object.keys(runSpecSchema.shape).toSorted(),
    );
    for (const [field, value] of Object.entries(other)) {
      const changed = { spec: { [field]: value } };
      await expect(bench.patchRun('a', changed)).rejects.toThrow(`${field} cannot be changed`);
    }
    await bench.patchRun('a', { spec: { cancelRequested: true } });
    await expect(bench.patchRun('a', { spec: { cancelRequested: false } })).rejects.toThrow(
      'cannot be taken back',
    );
  });

  it('finds Runs by their flow, their trigger and their phase', async () => {
    await bench.createRun('a', { flowId: 'f1' });
    await bench.createRun('b', { flowId: 'f2', trigger: 'retry' });
    const found = async (fieldSelector: string): Promise<readonly string[]> => {
      const query = { fieldSelector };
      const path = paths.runs(bench.namespace);
      const { items } = await plane.api.request<{ items: KubeObject[] }>(path, { query });
      return items.map(({ metadata }) => metadata.name);
    };
    expect(await found('spec.flowId=f1')).toEqual(['a']);
    expect(await found('spec.trigger=retry')).toEqual(['b']);
    expect(await found('status.phase=')).toEqual(['a', 'b']);
    expect(await found('status.phase=running')).toEqual([]);
    await expect(found('spec.engine=polars')).rejects.toThrow('field label not supported');
  });

  it('knows Runs and Schedules by their short names, and lists both as millrace', async () => {
    const { resources } = await plane.api.request<{ resources: object[] }>(
      '/apis/millrace.dev/v1alpha1',
    );
    const categories = ['millrace'];
    expect(resources).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ name: 'runs', shortNames: ['mrun'], categories }),
        expect.objectContaining({ name: 'schedules', shortNames: ['msched'], categories }),
        expect.objectContaining({ name: 'runs/status' }),
        expect.objectContaining({ name: 'schedules/status' }),
      ]),
    );
  });

  it('refuses a name that leaves no room for the names of Jobs', async () => {
    await expect(bench.createRun('a'.repeat(58))).rejects.toThrow('at most 57 characters');
  });
});
