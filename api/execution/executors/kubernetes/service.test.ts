import { isDeepStrictEqual } from 'node:util';
import { objectKeys } from '../../../../runner/domain/object-keys.ts';
import type { RunResult } from '../../../../runner/domain/run-result.ts';
import type { RunSpec as RunnerSpec } from '../../../../runner/domain/run-spec.ts';
import { createObjectStore } from '../../../../runner/storage/create-object-store.ts';
import type { ObjectStore } from '../../../../runner/storage/object-store.ts';
import { isNotFound } from '../../../../kubernetes/client/kube-api-error.ts';
import type { RunSpec, RunStatus } from '../../../../kubernetes/resources/run.ts';
import type { ScheduleSpec } from '../../../../kubernetes/resources/schedule.ts';
import type { ScheduleObject } from '../../../../test/support/cluster-schedules.ts';
import { createNamespace } from '../../../../test/support/control-plane.ts';
import { requireSharedControlPlane } from '../../../../test/support/shared-control-plane.ts';
import { requireBucket } from '../../../../test/support/s3-server.ts';
import {
  startTestService,
  type Answer,
  type TestService,
} from '../../../../test/support/service.ts';
import { until } from '../../../../test/support/until.ts';

const NAMESPACE = 'service';
const RUNS = `/apis/millrace.dev/v1alpha1/namespaces/${NAMESPACE}/runs`;
const SCHEDULES = `/apis/millrace.dev/v1alpha1/namespaces/${NAMESPACE}/schedules`;

const plane = await requireSharedControlPlane();
const s3 = await requireBucket();

afterAll(async () => {
  await plane.stop();
});

describe('the service with a cluster', () => {
  let service: TestService;
  let objects: ObjectStore;
  let flow: string;

  beforeAll(async () => {
    await createNamespace(plane.api, NAMESPACE);
    const { bucket, options } = s3;
    objects = createObjectStore(`s3://${bucket}`, options);
    const env = {
      SERVICE_EXECUTOR: 'kubernetes',
      SERVICE_KUBERNETES_NAMESPACE: NAMESPACE,
      SERVICE_RUN_ATTEMPT_LIMIT: '5',
      SERVICE_OBJECT_STORE: `s3://${bucket}`,
      SERVICE_S3_ENDPOINT: options.endpoint ?? '',
      SERVICE_S3_REGION: options.region ?? '',
      SERVICE_S3_ACCESS_KEY_ID: options.accessKeyId ?? '',
      SERVICE_S3_SECRET_ACCESS_KEY: options.secretAccessKey ?? '',
    };
    service = await startTestService(env, { KUBECONFIG: plane.kubeconfig });
    flow = await makeFlow();
  });

  afterAll(async () => {
    await service.stop();
    objects.close();
  });

  async function makeFlow(): Promise<string> {
    const form = new FormData();
    form.set('file', new Blob(['a\n1\n']), 'a.csv');
    const { id: dataset } = idOf(await service.call('POST', '/api/datasets/upload', form));
    const config = { dataset_id: dataset, format: 'csv' };
    const nodes = [
      { id: 'in', type: 'fileInput', data: { config } },
      { id: 'out', type: 'fileOutput', data: { config: { format: 'csv' } } },
    ];
    const graph_json = { nodes, edges: [{ source: 'in', target: 'out' }] };
    return idOf(await service.call('POST', '/api/flows', { name: 'F', graph_json })).id;
  }

  const idOf = ({ json }: Answer): { id: string } => json as { id: string };
  const runFlow = (): Promise<Answer> => service.call('POST', `/api/flows/${flow}/runs`);

  /** Waits until the active run of the flow is in the cluster. @returns its id */
  async function dispatched(): Promise<string> {
    return await until(async () => {
      const { items } = await plane.api.request<{
        items: { metadata: { name: string }; status?: RunStatus }[];
      }>(RUNS);
      return items.find(({ status }) => status?.phase === undefined)?.metadata.name ?? null;
    });
  }

  async function patchStatus(runId: string, status: RunStatus): Promise<void> {
    const contentType = 'application/merge-patch+json';
    const request = { method: 'PATCH', contentType, body: { status } } as const;
    await plane.api.request(`${RUNS}/${runId}/status`, request);
  }

  async function succeed(runId: string, more: Partial<RunResult> = {}): Promise<void> {
    const time = new Date().toISOString();
    const result: RunResult = {
      runId,
      attempt: 1,
      status: 'success',
      errorMessage: null,
      nodeResults: [],
      nodeStarts: {},
      logs: [],
      outputs: [],
      startedAt: time,
      finishedAt: time,
      ...more,
    };
    const resultKey = objectKeys.runResult(runId, 1);
    await objects.put(resultKey, JSON.stringify(result));
    await patchStatus(runId, { phase: 'success', attempt: 1, resultKey });
  }

  it('responds with a run when it has finished in the cluster', async () => {
    const answer = runFlow();
    const runId = await dispatched();
    const spec = JSON.parse(await objects.getText(objectKeys.runSpec(runId))) as object;
    expect(spec).toMatchObject({ runId, inputs: [{ nodeId: 'in' }] });
    const run = await plane.api.request<{ spec: object }>(`${RUNS}/${runId}`);
    expect(run.spec).toMatchObject({ runId, attemptLimit: 5 });
    await succeed(runId);
    const { status, json } = await answer;
    expect({ status, json }).toMatchObject({ status: 201, json: { id: runId, status: 'success' } });
  });

  it('gives a run the watermarks of its flow, and stores those of its result', async () => {
    const fields = {
      name: 'Shop',
      provider: 'postgresql',
      host: 'db.example.com',
      database: 'shop',
    };
    const { id: connectionId } = idOf(await service.call('POST', '/api/connections', fields));
    const config = { connection_id: connectionId, table: 'orders', incremental_column: 'id' };
    const nodes = [
      { id: 'in', type: 'sqlInput', data: { config } },
      { id: 'out', type: 'csvOutput', data: { config: {} } },
    ];
    const graph_json = { nodes, edges: [{ source: 'in', target: 'out' }] };
    const { id } = idOf(await service.call('POST', '/api/flows', { name: 'I', graph_json }));
    const table = { schema: null, table: 'orders' };
    const watermark = { nodeId: 'in', connectionId, table, column: 'id', type: 'integer' } as const;
    for (const [before, value] of [
      [null, '5'],
      ['5', '7'],
    ] as const) {
      const answer = service.call('POST', `/api/flows/${id}/runs`);
      const runId = await dispatched();
      const spec = JSON.parse(await objects.getText(objectKeys.runSpec(runId))) as RunnerSpec;
      const stored = before === null ? undefined : [{ ...watermark, value: before }];
      expect(spec.watermarks).toEqual(stored);
      await succeed(runId, { watermarks: [{ ...watermark, before, value }] });
      expect((await answer).json).toMatchObject({ status: 'success' });
      const { json } = await service.call('GET', `/api/flows/${id}/watermarks`);
      expect(json).toMatchObject([{ node_id: 'in', value, run_id: runId }]);
    }
  });

  it('cancels a run that has not started', async () => {
    const answer = runFlow();
    const runId = await dispatched();
    expect((await service.call('POST', `/api/runs/${runId}/cancel`)).status).toBe(202);
    await patchStatus(runId, { phase: 'cancelled', attempt: 1 });
    expect((await answer).json).toMatchObject({ status: 'cancelled' });
    expect((await service.call('POST', `/api/runs/${runId}/cancel`)).status).toBe(400);
  });

  it('keeps a run active across its restart, and responds to waiting clients with the current state', async () => {
    const answer = runFlow();
    const runId = await dispatched();
    await service.restart();
    const { status, json } = await answer;
    expect({ status, json }).toMatchObject({ status: 202, json: { id: runId, status: 'pending' } });
    await succeed(runId);
    await until(async () => {
      const { json: run } = await service.call('GET', `/api/runs/${runId}`);
      return (run as { status: string }).status === 'success';
    });
  });

  describe('updates the Schedule resource of a schedule', () => {
    let id: string;

    beforeAll(async () => {
      id = idOf(await service.call('POST', `/api/flows/${flow}/schedules`, { cron: '@yearly' })).id;
    });

    /** The Schedule resource, or null. */
    async function resource(): Promise<ScheduleObject | null> {
      return await plane.api
        .request<ScheduleObject>(`${SCHEDULES}/${id}`)
        .catch((error: unknown) => {
          if (isNotFound(error)) return null;
          throw error;
        });
    }

    // The service resyncs all schedules once a minute: an earlier update comes from a notification.
    const untilSpec = (spec: Partial<ScheduleSpec>): Promise<unknown> =>
      until(async () => {
        const now = (await resource())?.spec;
        return now !== undefined && isDeepStrictEqual({ ...now, ...spec }, now);
      });

    it('when the schedule is created and changed', async () => {
      await untilSpec({ scheduleId: id, flowId: flow, cron: '0 0 1 1 *', suspend: false });
      const change = { cron: '0 7 * * 7', timezone: 'Europe/Berlin', run_timeout_seconds: 90 };
      await service.call('PATCH', `/api/schedules/${id}`, change);
      await untilSpec({ cron: '0 7 * * 0', timeZone: 'Europe/Berlin', timeoutSeconds: 90 });
    });

    it('when its flow is disabled and enabled', async () => {
      await service.call('PUT', `/api/flows/${flow}`, { is_disabled: true });
      await untilSpec({ suspend: true });
      await service.call('PUT', `/api/flows/${flow}`, { is_disabled: false });
      await untilSpec({ suspend: false });
    });

    it('when its project is disabled and enabled', async () => {
      const { json } = await service.call('GET', `/api/flows/${flow}`);
      const project = `/api/projects/${(json as { project_id: string }).project_id}`;
      await service.call('PUT', project, { is_disabled: true });
      await untilSpec({ suspend: true });
      await service.call('PUT', project, { is_disabled: false });
      await untilSpec({ suspend: false });
    });

    it('when the resources of its flow change', async () => {
      const { json } = await service.call('GET', `/api/flows/${flow}`);
      const { graph_json: graph } = json as { graph_json: object };
      const resources = { memory: '1Gi' };
      await service.call('PUT', `/api/flows/${flow}`, { graph_json: { ...graph, resources } });
      await untilSpec({ resources });
      await service.call('PUT', `/api/flows/${flow}`, { graph_json: graph });
      await untilSpec({ resources: {} });
    });

    it('when its flow moves to another project, and back when that project is deleted', async () => {
      const untilInProject = (project: string): Promise<unknown> =>
        until(
          async () => (await resource())?.metadata.labels['millrace.dev/project-id'] === project,
        );
      const { json } = await service.call('GET', `/api/flows/${flow}`);
      const { project_id: first } = json as { project_id: string };
      await untilInProject(first);
      const { id: other } = idOf(await service.call('POST', '/api/projects', { name: 'Other' }));
      await service.call('PUT', `/api/flows/${flow}`, { project_id: other });
      await untilInProject(other);
      await service.call('DELETE', `/api/projects/${other}`);
      await untilInProject(first);
    });

    it('when its timeout setting is changed and reset', async () => {
      await service.call('PATCH', `/api/schedules/${id}`, { run_timeout_seconds: null });
      await untilSpec({ timeoutSeconds: 0 });
      await service.call('PUT', '/api/settings/RUN_TIMEOUT_SECONDS', { value: 45 });
      await untilSpec({ timeoutSeconds: 45 });
      await service.call('DELETE', '/api/settings/RUN_TIMEOUT_SECONDS');
      await untilSpec({ timeoutSeconds: 0 });
    });

    it('and triggers a slot as soon as its CronJob creates the Job', async () => {
      const slot = new Date(Math.floor(Date.now() / 60_000) * 60_000);
      const scheduledFor = slot.toISOString().replace('.000Z', 'Z');
      const database = await service.openDatabase();
      await database.schedule.update({ where: { id }, data: { nextRunAt: slot } });
      const contentType = 'application/merge-patch+json';
      const body = { status: { waiting: [{ scheduledFor, job: 'j' }] } };
      const request = { method: 'PATCH', contentType, body } as const;
      await plane.api.request(`${SCHEDULES}/${id}/status`, request);
      const runId = await dispatched();
      const run = await plane.api.request<{ spec: RunSpec }>(`${RUNS}/${runId}`);
      expect(run.spec).toMatchObject({ schedule: { scheduleId: id, scheduledFor } });
      await succeed(runId);
      await untilSpec({ settledThrough: scheduledFor });
      const { text } = await service.call('GET', '/metrics');
      expect(text).toMatch(/^millrace_schedule_fire_delay_seconds_count 1$/m);
    });

    it('and deletes it with the schedule', async () => {
      await service.call('DELETE', `/api/schedules/${id}`);
      await until(async () => (await resource()) === null);
    });
  });

  it('exposes how long runs take into the cluster and back', async () => {
    const { text } = await service.call('GET', '/metrics');
    expect(text).toMatch(/^millrace_run_dispatch_seconds_count \d/m);
    expect(text).toMatch(/^millrace_run_record_seconds_count [1-9]/m);
    expect(text).toMatch(/^millrace_runs_active\{state="running"\} 0$/m);
  });
});
