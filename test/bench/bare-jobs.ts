import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { KubeApi } from '../../kubernetes/client/kube-api.ts';
import type { KubeObject } from '../../kubernetes/client/kube-object.ts';
import { ListWatch } from '../../kubernetes/watch/list-watch.ts';
import { jobName } from '../../operator/job/job-spec.ts';
import { paths } from '../../kubernetes/resources/paths.ts';
import { exactJson } from '../../runner/domain/exact-json.ts';
import { objectKeys } from '../../runner/domain/object-keys.ts';
import type { ObjectStore } from '../../runner/storage/object-store.ts';
import { eventually } from '../e2e/support/eventually.ts';
import type { Kubernetes } from '../e2e/support/kubernetes.ts';

const ENDS_WITHIN_MS = 180_000;

interface Job extends KubeObject {
  readonly status?: { readonly conditions?: readonly { readonly type: string }[] };
}

interface JobTemplate {
  readonly spec: { readonly template: { readonly spec: PodSpec } };
}

interface PodSpec {
  readonly containers: readonly { readonly name: string; readonly args: readonly string[] }[];
}

/** Times at which Jobs were first seen and complete, as `performance.now()`. */
export interface JobTimes {
  readonly createdAt: ReadonlyMap<string, number>;
  readonly completedAt: ReadonlyMap<string, number>;
}

/** Watches all Jobs of a namespace. */
export function watchJobs(
  api: KubeApi,
  namespace: string,
): JobTimes & { readonly watch: ListWatch<boolean> } {
  const createdAt = new Map<string, number>();
  const completedAt = new Map<string, number>();
  const watch = new ListWatch<boolean>({
    api,
    path: paths.jobs(namespace),
    transform: (object) =>
      (object as Job).status?.conditions?.some(({ type }) => type === 'Complete') === true,
    onChange: (name) => {
      const now = performance.now();
      if (!createdAt.has(name)) createdAt.set(name, now);
      if (watch.get(name) === true && !completedAt.has(name)) completedAt.set(name, now);
    },
  });
  return { createdAt, completedAt, watch };
}

export interface BareBurst {
  /** Milliseconds from the first request until every Job was complete. */
  readonly ms: number;
  /** For each Job: milliseconds from the first request until it was seen. */
  readonly toJob: readonly number[];
}

/** Jobs with the pod of a run, created directly and without an operator. */
export class BareJobs {
  readonly #api: KubeApi;
  readonly #objects: ObjectStore;
  readonly #namespace: string;
  readonly #podSpec: PodSpec;
  readonly #runSpec: object;
  readonly #times: JobTimes;

  private constructor(parts: {
    readonly api: KubeApi;
    readonly objects: ObjectStore;
    readonly namespace: string;
    readonly podSpec: PodSpec;
    readonly runSpec: object;
    readonly times: JobTimes;
  }) {
    this.#api = parts.api;
    this.#objects = parts.objects;
    this.#namespace = parts.namespace;
    this.#podSpec = parts.podSpec;
    this.#runSpec = parts.runSpec;
    this.#times = parts.times;
  }

  /** @param run a finished run, whose work the Jobs repeat */
  static async like(
    run: string,
    at: { readonly api: KubeApi; readonly objects: ObjectStore; readonly namespace: string },
    times: JobTimes,
  ): Promise<BareJobs> {
    const job = await at.api.request<JobTemplate>(`${paths.jobs(at.namespace)}/${jobName(run, 1)}`);
    const spec = exactJson.parse(await at.objects.getText(objectKeys.runSpec(run)));
    if (typeof spec !== 'object' || spec === null) throw new Error(`${run} has no spec`);
    return new BareJobs({ ...at, podSpec: job.spec.template.spec, runSpec: spec, times });
  }

  /** Creates all Jobs concurrently, and waits until they finish. */
  async complete(count: number): Promise<BareBurst> {
    const ids = await this.#prepare(count);
    const started = performance.now();
    const jobs = paths.jobs(this.#namespace);
    await Promise.all(
      ids.map((id) => this.#api.request(jobs, { method: 'POST', body: this.#manifest(id) })),
    );
    await this.#ended(ids);
    const { completedAt } = this.#times;
    const lastAt = Math.max(...ids.map((id) => completedAt.get(nameOf(id)) ?? 0));
    return { ms: lastAt - started, toJob: this.#seenSince(started, ids) };
  }

  /**
   * Creates Jobs from one file with kubectl, and waits until they finish.
   * @returns for each Job: milliseconds from the start of kubectl until it was seen
   */
  async create(count: number, kubectl: Kubernetes, scratch: string): Promise<number[]> {
    const ids = await this.#prepare(count);
    const items = ids.map((id) => this.#manifest(id));
    const file = path.join(scratch, 'jobs.json');
    writeFileSync(file, JSON.stringify({ apiVersion: 'v1', kind: 'List', items }));
    const started = performance.now();
    await kubectl.kubectl('create', '-f', file);
    await this.#ended(ids);
    return this.#seenSince(started, ids);
  }

  #seenSince(started: number, ids: readonly string[]): number[] {
    return ids.map((id) => (this.#times.createdAt.get(nameOf(id)) ?? Number.NaN) - started);
  }

  async #prepare(count: number): Promise<readonly string[]> {
    const ids = Array.from({ length: count }, () => randomUUID());
    await Promise.all(ids.map((id) => this.#writeSpec(id)));
    return ids;
  }

  async #ended(ids: readonly string[]): Promise<void> {
    await eventually(
      'the end of all bare Jobs',
      () => Promise.resolve(ids.filter((id) => !this.#times.completedAt.has(nameOf(id))).length),
      (left) => left === 0,
      ENDS_WITHIN_MS,
    );
  }

  async #writeSpec(id: string): Promise<void> {
    const text = exactJson.stringify({ ...this.#runSpec, runId: id });
    await this.#objects.put(objectKeys.runSpec(id), text);
  }

  #manifest(id: string): object {
    const containers = this.#podSpec.containers.map((container) => ({
      ...container,
      args: ['run', '--run-id', id, '--attempt', '1'],
    }));
    return {
      apiVersion: 'batch/v1',
      kind: 'Job',
      metadata: { name: nameOf(id) },
      spec: { backoffLimit: 0, template: { spec: { ...this.#podSpec, containers } } },
    };
  }
}

function nameOf(id: string): string {
  return `bare-${id}`;
}
