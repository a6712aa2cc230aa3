import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { createSettingsService } from '../../api/domain/settings/service.ts';
import { createSettingsStore } from '../../api/domain/settings/store.ts';
import { KubernetesSchedules } from '../../api/execution/executors/kubernetes/kubernetes-schedules.ts';
import { KubeApi } from '../../kubernetes/client/kube-api.ts';
import type { Condition } from '../../kubernetes/resources/condition.ts';
import { paths } from '../../kubernetes/resources/paths.ts';
import type { ScheduleSpec, ScheduleStatus } from '../../kubernetes/resources/schedule.ts';
import type { Database } from '../../prisma/client.ts';
import { createNamespace, type ControlPlane } from './control-plane.ts';

/** The fields of a Schedule resource that tests read. */
export interface ScheduleObject {
  readonly metadata: {
    readonly name: string;
    readonly uid: string;
    readonly generation: number;
    readonly labels: Readonly<Record<string, string>>;
  };
  readonly spec: ScheduleSpec;
}

interface ScheduleEdit {
  readonly metadata?: Partial<Pick<ScheduleObject['metadata'], 'labels'>>;
  readonly spec?: Partial<ScheduleSpec>;
}

function messageOf(line: string): string {
  const { msg, err } = JSON.parse(line) as { msg: string; err?: { message: string } };
  return err === undefined ? msg : `${msg}: ${err.message}`;
}

/** Schedules on a real API server. The test plays the operator. */
export class ClusterSchedules {
  readonly #plane: ControlPlane;
  readonly #namespace = `schedules-${randomUUID().slice(0, 8)}`;
  readonly #closing: (() => Promise<void>)[] = [];

  private constructor(plane: ControlPlane) {
    this.#plane = plane;
  }

  static async open(plane: ControlPlane): Promise<ClusterSchedules> {
    const schedules = new ClusterSchedules(plane);
    await createNamespace(plane.api, schedules.#namespace);
    return schedules;
  }

  /**
   * Creates the mirror of one process; not started yet.
   * @param more `reconcileEvery` in milliseconds; `messages` receives its log
   */
  mirror(
    database: Database,
    more: { installation?: string; reconcileEvery?: number; messages?: string[] } = {},
  ): KubernetesSchedules {
    const { installation = 'own', reconcileEvery = 100, messages = [] } = more;
    const api = new KubeApi(this.#plane.kubeConfig);
    const mirror = new KubernetesSchedules({
      cluster: { api, namespace: this.#namespace, installation },
      database,
      settings: createSettingsService({
        store: createSettingsStore(database),
        fromEnvironment: { RUN_TIMEOUT_SECONDS: 600 },
      }),
      maxResources: { cpu: '8', memory: null },
      logger: pino({ level: 'warn' }, { write: (line) => messages.push(messageOf(line)) }),
      timing: { acknowledgeEvery: 50, reconcileEvery },
    });
    this.#closing.push(async () => {
      await mirror.close();
      await api.close();
    });
    return mirror;
  }

  async resource(id: string): Promise<ScheduleObject | null> {
    return await this.#plane.api.request<ScheduleObject>(this.#path(id)).catch(() => null);
  }

  async names(): Promise<string[]> {
    const list = await this.#plane.api.request<{ items: ScheduleObject[] }>(this.#path());
    return list.items.map(({ metadata }) => metadata.name);
  }

  /** Writes the status of a Schedule as the operator does. */
  async writeStatus(
    id: string,
    status: Omit<ScheduleStatus, 'conditions'>,
    isReady = true,
  ): Promise<void> {
    const ready: Condition = {
      type: 'Ready',
      status: isReady ? 'True' : 'False',
      reason: 'Written',
      message: '',
      lastTransitionTime: new Date().toISOString(),
    };
    await this.#patch(`${this.#path(id)}/status`, { status: { ...status, conditions: [ready] } });
  }

  /** Edits a Schedule as a user with kubectl does. */
  async edit(id: string, change: ScheduleEdit): Promise<void> {
    await this.#patch(this.#path(id), change);
  }

  async delete(id: string): Promise<void> {
    await this.#plane.api.request(this.#path(id), { method: 'DELETE' });
  }

  /** Closes all mirrors. */
  async close(): Promise<void> {
    for (const close of this.#closing) await close();
  }

  async #patch(path: string, body: object): Promise<void> {
    const contentType = 'application/merge-patch+json';
    await this.#plane.api.request(path, { method: 'PATCH', contentType, body });
  }

  #path(id?: string): string {
    const collection = paths.schedules(this.#namespace);
    return id === undefined ? collection : `${collection}/${id}`;
  }
}
