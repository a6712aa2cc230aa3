import { randomUUID } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { KubernetesRuns } from '../../api/execution/executors/kubernetes/kubernetes-runs.ts';
import { runManifest } from '../../api/execution/executors/kubernetes/run-resource/run-resource.ts';
import { installationId } from '../../api/execution/recover/installation-id.ts';
import { OutputDatasets } from '../../api/execution/record/output-datasets.ts';
import { RunLauncher, type PreparedRun } from '../../api/execution/launch/run-launcher.ts';
import { RunRecorder } from '../../api/execution/record/run-recorder.ts';
import { KubeApi } from '../../kubernetes/client/kube-api.ts';
import {
  GROUP,
  RECORDED_ANNOTATION,
  VERSION,
  type RunStatus,
} from '../../kubernetes/resources/run.ts';
import { createPrismaClient, type Database } from '../../prisma/client.ts';
import type { Prisma } from '../../prisma/generated/client.ts';
import type { GraphDocument } from '../../runner/domain/graph.ts';
import { objectKeys } from '../../runner/domain/object-keys.ts';
import type { RunResult } from '../../runner/domain/run-result.ts';
import { createObjectStore } from '../../runner/storage/create-object-store.ts';
import type { ObjectStore } from '../../runner/storage/object-store.ts';
import { createNamespace, type ControlPlane } from './control-plane.ts';
import { allowConnections, createTestDatabase, type TestDatabase } from './database.ts';
import { until } from './until.ts';
import { removeDataFolder } from './remove-data-folder.ts';

/** The fields of a Run resource that tests read. */
export interface RunObject {
  readonly metadata: {
    readonly name: string;
    readonly uid: string;
    readonly labels: Readonly<Record<string, string>>;
    readonly annotations?: Readonly<Record<string, string>>;
  };
  readonly spec: Readonly<Record<string, unknown>>;
  readonly status?: RunStatus;
}

type StoredRun = Prisma.RunGetPayload<{ include: { attempts: true; outbox: true } }>;

/** One of several processes on the same database. */
export interface Replica {
  readonly backend: KubernetesRuns;
  readonly launcher: RunLauncher;
  /** Ids of runs that this process reported as failed. */
  readonly failures: readonly string[];
  /** Its log messages. */
  readonly messages: readonly string[];
  stop(): Promise<void>;
}

/** Runs on a real API server, with a real database and object store. The test plays the operator. */
export class ClusterRuns {
  readonly database: TestDatabase;
  readonly objects: ObjectStore;
  readonly flowId: string;
  readonly #plane: ControlPlane;
  #quota: string | null = null;
  readonly #namespace = `runs-${randomUUID().slice(0, 8)}`;
  readonly #folder: string;
  readonly #replicas: Replica[] = [];

  private constructor(plane: ControlPlane, database: TestDatabase, folder: string, flowId: string) {
    this.#plane = plane;
    this.database = database;
    this.#folder = folder;
    this.flowId = flowId;
    this.objects = createObjectStore(`file:${folder}`);
  }

  /** Opens a database and an object store. The namespace does not exist yet: see `createNamespace`. */
  static async open(plane: ControlPlane): Promise<ClusterRuns> {
    const database = await createTestDatabase();
    const folder = await mkdtemp(path.join(os.tmpdir(), 'millrace-cluster-runs-'));
    return new ClusterRuns(plane, database, folder, await createFlow(database.client));
  }

  /** Creates the namespace of the runs. */
  async createNamespace(): Promise<void> {
    await createNamespace(this.#plane.api, this.#namespace);
  }

  async close(): Promise<void> {
    for (const replica of this.#replicas) await replica.stop();
    await this.database.drop();
    await removeDataFolder(this.#folder);
  }

  /**
   * Starts the part of a process that executes runs.
   * @param now the clock of the process
   * @param more `pollInterval`: milliseconds between polls of the database
   */
  async replica(
    now = (): Date => new Date(),
    { pollInterval = 100 }: { readonly pollInterval?: number } = {},
  ): Promise<Replica> {
    const database = createPrismaClient(this.database.url, { poolSize: 5 });
    const { objects } = this;
    const messages: string[] = [];
    const logger = pino(
      { level: 'debug' },
      { write: (line) => messages.push((JSON.parse(line) as { msg: string }).msg) },
    );
    const failures: string[] = [];
    const outputDatasets = new OutputDatasets({ database, objects, logger });
    const recorder = new RunRecorder({
      database,
      outputDatasets,
      logger,
      now,
      maxAttempts: 1,
      publishes: true,
      onFailed: (runId) => failures.push(runId),
    });
    const api = new KubeApi(this.#plane.kubeConfig);
    const installation = await installationId(database);
    const backend = new KubernetesRuns({
      database,
      objects,
      recorder,
      logger,
      now,
      registry: new Registry(),
      cluster: { api, namespace: this.#namespace, installation },
      databaseUrl: this.database.url,
      mayRead: () => true,
      timing: { pollInterval, sweepInterval: 200 },
    });
    const launcher = new RunLauncher({ database, objects, backend, logger, newId: randomUUID });
    await backend.start();
    let stopped: Promise<void> | null = null;
    const stop = async (): Promise<void> => {
      await backend.close();
      await api.close();
      await database.$disconnect();
    };
    const replica = { backend, launcher, failures, messages, stop: () => (stopped ??= stop()) };
    this.#replicas.push(replica);
    return replica;
  }

  prepared(more: Partial<PreparedRun> = {}): PreparedRun {
    return { ...preparedRun(this.flowId), ...more };
  }

  /** False: cuts every connection to the database and rejects new ones. True: accepts connections again. */
  async allowDatabase(allowed: boolean): Promise<void> {
    await allowConnections(this.database.url, allowed);
  }

  /** Reads the row of a run, with its attempts and outbox entries. */
  async row(runId: string): Promise<StoredRun> {
    return await this.database.client.run.findUniqueOrThrow({
      where: { id: runId },
      include: { attempts: { orderBy: { number: 'asc' } }, outbox: true },
    });
  }

  /** Waits until the row has these values. */
  async rowWith(runId: string, expected: Partial<StoredRun>): Promise<StoredRun> {
    return await until(async () => {
      const row = await this.row(runId);
      const fields = Object.entries(expected);
      return fields.every(([name, value]) => row[name as keyof StoredRun] === value) && row;
    });
  }

  /** Makes every entry of the outbox due now. */
  async makeOutboxDue(): Promise<void> {
    await this.database.client.runOutbox.updateMany({ data: { dueAt: new Date(0) } });
  }

  async isRecorded(runId: string): Promise<boolean> {
    const resource = await this.resource(runId);
    return resource?.metadata.annotations?.[RECORDED_ANNOTATION] === 'true';
  }

  async resource(runId: string): Promise<RunObject | null> {
    return await this.#plane.api.request<RunObject>(this.#path(runId)).catch(() => null);
  }

  async resources(): Promise<RunObject[]> {
    const list = await this.#plane.api.request<{ items: RunObject[] }>(this.#path());
    return list.items;
  }

  /** Writes the status of a Run as the operator does. */
  async writeStatus(
    runId: string,
    status: RunStatus,
    message = '',
    reason = 'Running',
  ): Promise<void> {
    const condition = {
      type: 'Succeeded',
      status: 'Unknown',
      reason,
      message,
      lastTransitionTime: new Date().toISOString(),
    };
    await this.#plane.api.request(`${this.#path(runId)}/status`, {
      method: 'PATCH',
      contentType: 'application/merge-patch+json',
      body: { status: { ...status, conditions: [condition] } },
    });
  }

  /** Writes the result of a successful run as its runner does, then the status as the operator does. */
  async succeed(runId: string, more: Partial<RunResult> = {}, attempt = 1): Promise<void> {
    const time = new Date().toISOString();
    const result: RunResult = {
      runId,
      attempt,
      status: 'success',
      errorMessage: null,
      nodeResults: [],
      outputs: [],
      nodeStarts: {},
      logs: [{ level: 'info', message: 'done' }],
      startedAt: time,
      finishedAt: time,
      ...more,
    };
    const resultKey = objectKeys.runResult(runId, attempt);
    await this.objects.put(resultKey, JSON.stringify(result));
    const { status: phase } = result;
    await this.writeStatus(runId, { phase, attempt, resultKey, startedAt: time, finishedAt: time });
  }

  async delete(runId: string): Promise<void> {
    await this.#plane.api.request(this.#path(runId), { method: 'DELETE' });
  }

  async create(body: object): Promise<void> {
    await this.#plane.api.request(this.#path(), { method: 'POST', body });
  }

  /** Creates a quota with which the API server rejects every new Run, until `acceptRuns`. */
  async rejectRuns(): Promise<void> {
    const quotas = `/api/v1/namespaces/${this.#namespace}/resourcequotas`;
    const quota = `${quotas}/no-runs`;
    const hard = { [`count/runs.${GROUP}`]: '0' };
    const body = { metadata: { name: 'no-runs' }, spec: { hard } };
    await this.#plane.api.request(quotas, { method: 'POST', body });
    this.#quota = quota;
    // No quota controller runs here, so the test writes the usage.
    await this.#plane.api.request(`${quota}/status`, {
      method: 'PATCH',
      contentType: 'application/merge-patch+json',
      body: { status: { hard, used: hard } },
    });
    await until(async () => !(await this.#acceptsRuns()));
  }

  /** Removes the quota, if there is one. */
  async acceptRuns(): Promise<void> {
    if (this.#quota === null) return;
    await this.#plane.api.request(this.#quota, { method: 'DELETE' });
    this.#quota = null;
    await until(() => this.#acceptsRuns());
  }

  async #acceptsRuns(): Promise<boolean> {
    const run = {
      ...preparedRun(this.flowId),
      runId: randomUUID(),
      scheduledFor: null,
      traceparent: null,
    };
    const body = runManifest(run, await installationId(this.database.client));
    const request = { method: 'POST', body, query: { dryRun: 'All' } } as const;
    return await this.#plane.api.request(this.#path(), request).then(
      () => true,
      () => false,
    );
  }

  #path(runId?: string): string {
    const runs = `/apis/${GROUP}/${VERSION}/namespaces/${this.#namespace}/runs`;
    return runId === undefined ? runs : `${runs}/${runId}`;
  }
}

/** A graph with a script of Python. */
export const PYTHON_GRAPH: GraphDocument = {
  nodes: [{ id: 'py', type: 'pythonTransform', data: { config: { script: 'return df' } } }],
  edges: [],
};

/** A prepared run of a flow with one output. */
export function preparedRun(flowId: string): PreparedRun {
  return {
    flowId,
    flowName: 'F',
    projectId: 'p',
    engine: 'polars',
    timeoutSeconds: 0,
    trigger: 'manual',
    scheduleId: null,
    time: { localTime: '2026-11-22T07:00:00', timeZone: 'UTC' },
    parameters: null,
    inputs: { bindings: [], bytes: 0 },
    graph: {
      nodes: [{ id: 'out', type: 'fileOutput', data: { config: { format: 'csv' } } }],
      edges: [],
    },
  };
}

export async function createFlow(database: Database): Promise<string> {
  const projectId = 'p';
  const flowId = randomUUID();
  const project = { id: projectId, name: 'P', nameKey: 'p', color: 'violet' };
  await database.project.upsert({ where: { id: projectId }, create: project, update: {} });
  await database.flow.create({ data: { id: flowId, projectId, name: 'F', graphJson: '{}' } });
  return flowId;
}
