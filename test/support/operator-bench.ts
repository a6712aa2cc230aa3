import { isNotFound, KubeApiError } from '../../kubernetes/client/kube-api-error.ts';
import type { KubeApi } from '../../kubernetes/client/kube-api.ts';
import type { KubeObject } from '../../kubernetes/client/kube-object.ts';
import { PATCH } from '../../kubernetes/client/patch-type.ts';
import { paths } from '../../kubernetes/resources/paths.ts';
import type { RunStatus } from '../../kubernetes/resources/run.ts';
import { timeText } from '../../kubernetes/resources/time-text.ts';
import { createNamespace, type ControlPlane } from './control-plane.ts';
import { OperatorProcess } from './operator-process.ts';
import { until as untilWithin } from './until.ts';

/** Processes start slowly while other tests use every core. */
export const TIMEOUT_MS = 45_000;
const A_DAY_MS = 86_400_000;
const ADMISSION = '/apis/admissionregistration.k8s.io/v1';
const POLICIES = `${ADMISSION}/validatingadmissionpolicies`;
const BINDINGS = `${ADMISSION}/validatingadmissionpolicybindings`;

export async function until<T>(
  condition: () => T | null | false | Promise<T | null | false>,
): Promise<T> {
  return await untilWithin(condition, TIMEOUT_MS);
}

export interface RunObject extends KubeObject {
  readonly spec: object;
  readonly status?: RunStatus;
}

interface Event {
  readonly reason: string;
  readonly count: number;
}

/** A namespace on a real API server, for operators of one test. The test plays the Job controller and the kubelet. */
export class OperatorBench {
  readonly #plane: ControlPlane;
  readonly #scratch: string;
  readonly namespace: string;

  private constructor(plane: ControlPlane, namespace: string, scratch: string) {
    this.#plane = plane;
    this.namespace = namespace;
    this.#scratch = scratch;
  }

  /** @param scratch folder for the settings of operators */
  static async open(plane: ControlPlane, scratch: string): Promise<OperatorBench> {
    const namespace = `t-${crypto.randomUUID()}`;
    await createNamespace(plane.api, namespace);
    return new OperatorBench(plane, namespace, scratch);
  }

  get api(): KubeApi {
    return this.#plane.api;
  }

  /** Starts an operator. @param settings of its Jobs, except the image */
  async operator(
    env: Readonly<Record<string, string>> = {},
    settings: object = {},
  ): Promise<OperatorProcess> {
    const { kubeconfig } = this.#plane;
    const { namespace } = this;
    const scratch = this.#scratch;
    return await OperatorProcess.start({ kubeconfig, namespace, scratch, env, settings });
  }

  /** Creates a ResourceQuota with which the API server rejects every new Job, until `liftQuota`. */
  async rejectJobsByQuota(): Promise<void> {
    await this.#setZeroQuota('count/jobs.batch');
    await until(async () => await this.#isJobRejected());
  }

  /** Creates a ResourceQuota with which the API server rejects every new pod, until `liftQuota`. */
  async rejectPodsByQuota(): Promise<void> {
    await this.#setZeroQuota('pods');
    const body = { metadata: { name: 'probe' }, spec: { containers: [{ name: 'c', image: 'i' }] } };
    const request = { method: 'POST', body, query: { dryRun: 'All' } } as const;
    const path = paths.pods(this.namespace);
    await until(async () => await this.#isRejected(this.api.request(path, request)));
  }

  async #setZeroQuota(what: string): Promise<void> {
    const quotas = `/api/v1/namespaces/${this.namespace}/resourcequotas`;
    const hard = { [what]: '0' };
    const body = { metadata: { name: 'q' }, spec: { hard } };
    await this.api.request(quotas, { method: 'POST', body });
    // No quota controller runs here, so the test writes the usage.
    await this.api.request(`${quotas}/q/status`, {
      method: 'PATCH',
      contentType: PATCH.merge,
      body: { status: { hard, used: hard } },
    });
  }

  async liftQuota(): Promise<void> {
    const quotas = `/api/v1/namespaces/${this.namespace}/resourcequotas`;
    await this.api.request(`${quotas}/q`, { method: 'DELETE' });
  }

  /** Creates an admission policy with which the API server rejects every new Job, until `liftPolicy`. */
  async rejectJobsByPolicy(message: string): Promise<void> {
    await this.#enforce({ group: 'batch', resource: 'jobs', operation: 'CREATE' }, message);
    await until(async () => await this.#isJobRejected());
  }

  /** Creates an admission policy with which the API server rejects every new Lease, until `liftPolicy`. */
  async rejectLeases(): Promise<void> {
    const what = { group: 'coordination.k8s.io', resource: 'leases', operation: 'CREATE' };
    await this.#enforce(what, 'no leases here');
    const leases = `/apis/coordination.k8s.io/v1/namespaces/${this.namespace}/leases`;
    await until(async () => {
      const body = { metadata: { name: 'probe' }, spec: {} };
      const request = { method: 'POST', body, query: { dryRun: 'All' } } as const;
      return await this.#isRejected(this.api.request(leases, request));
    });
  }

  /** Deletes the admission policy of this namespace. */
  async liftPolicy(): Promise<void> {
    await this.api.request(`${BINDINGS}/p-${this.namespace}`, { method: 'DELETE' });
  }

  /** Creates an admission policy with which the API server rejects every write of a Run's status. */
  async rejectStatusWrites(): Promise<void> {
    const name = 'probe';
    await this.createRun(name);
    const what = { group: 'millrace.dev', resource: 'runs/status', operation: 'UPDATE' };
    await this.#enforce(what, 'no status here');
    const path = `${paths.runs(this.namespace)}/${name}`;
    await until(async () => {
      const body = { status: { phase: 'pending', observedGeneration: Date.now() } };
      const request = { method: 'PATCH', contentType: PATCH.merge, body } as const;
      return await this.#isRejected(this.api.request(`${path}/status`, request));
    });
    await this.api.request(path, { method: 'DELETE' });
  }

  async #enforce(
    what: { readonly group: string; readonly resource: string; readonly operation: string },
    message: string,
  ): Promise<void> {
    const name = `p-${this.namespace}`;
    const rule = {
      apiGroups: [what.group],
      apiVersions: ['*'],
      operations: [what.operation],
      resources: [what.resource],
    };
    const labels = { 'kubernetes.io/metadata.name': this.namespace };
    await this.api.request(POLICIES, {
      method: 'POST',
      body: {
        metadata: { name },
        spec: {
          failurePolicy: 'Fail',
          matchConstraints: { resourceRules: [rule], namespaceSelector: { matchLabels: labels } },
          validations: [{ expression: 'false', message }],
        },
      },
    });
    await this.api.request(BINDINGS, {
      method: 'POST',
      body: { metadata: { name }, spec: { policyName: name, validationActions: ['Deny'] } },
    });
  }

  async #isJobRejected(): Promise<boolean> {
    const container = { name: 'c', image: 'i' };
    const template = { spec: { restartPolicy: 'Never', containers: [container] } };
    const body = { metadata: { name: 'probe' }, spec: { suspend: true, template } };
    const query = { dryRun: 'All' };
    return await this.#isRejected(
      this.api.request(paths.jobs(this.namespace), { method: 'POST', body, query }),
    );
  }

  async #isRejected(answer: Promise<unknown>): Promise<boolean> {
    return await answer.then(
      () => false,
      (error: unknown) => error instanceof KubeApiError && [403, 422].includes(error.code),
    );
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

  async waitForPhase(name: string, phase: string): Promise<void> {
    await until(async () => (await this.run(name))?.status?.phase === phase);
  }

  async jobs(): Promise<readonly KubeObject[]> {
    return await this.#list(paths.jobs(this.namespace));
  }

  async events(): Promise<readonly Event[]> {
    return await this.#list(paths.events(this.namespace));
  }

  /**
   * Creates the pod of an attempt's Job as the Job controller does, and reports success as a kubelet does.
   * @param phase of the pod, which a kubelet updates shortly after the container exits
   */
  async finish(job: string, phase = 'Succeeded'): Promise<void> {
    await this.makePod(job);
    await this.patchPodStatus(job, succeeded(phase));
  }

  /** Like `finish`, with a sidecar that is still running a day after the runner exited. */
  async finishWithSidecar(job: string): Promise<void> {
    await this.makePod(job);
    await this.patchPodStatus(job, succeeded('Running', new Date(Date.now() - A_DAY_MS)));
  }

  /** Creates the pod of a Job and evicts it for memory as a kubelet does. */
  async evict(job: string): Promise<void> {
    await this.makePod(job);
    const disruption = { type: 'DisruptionTarget', status: 'True', reason: 'TerminationByKubelet' };
    const containerStatuses = [stateOf(terminated(137))];
    const why = { reason: 'Evicted', message: 'The node was low on resource: memory.' };
    const status = { phase: 'Failed', ...why, conditions: [disruption], containerStatuses };
    await this.patchPodStatus(job, status);
  }

  /** Reports success, as a kubelet does, for the pod that the Job controller created. */
  async succeedPod(job: string): Promise<void> {
    const pods = async (): Promise<readonly KubeObject[]> =>
      await this.#list(paths.pods(this.namespace));
    const isOfJob = ({ metadata }: KubeObject): boolean => metadata.labels?.['job-name'] === job;
    const pod = await until(async () => (await pods()).find(isOfJob) ?? null);
    await this.#patchStatusOf(pod.metadata.name, succeeded('Succeeded'));
  }

  /** Patches the status of a Job's pod, as a kubelet does. */
  async patchPodStatus(job: string, status: object): Promise<void> {
    await this.#patchStatusOf(`${job}-x`, status);
  }

  /** Creates the pod of a Job as the Job controller does. */
  async makePod(job: string): Promise<void> {
    const object = await until(
      async () => (await this.jobs()).find(({ metadata }) => metadata.name === job) ?? null,
    );
    const { spec } = object as KubeObject & { readonly spec: { readonly template: object } };
    const pod = { metadata: {}, ...spec.template };
    const body = { ...pod, metadata: { ...pod.metadata, name: `${job}-x` } };
    await this.#plane.api.request(paths.pods(this.namespace), { method: 'POST', body });
  }

  async #patchStatusOf(name: string, status: object): Promise<void> {
    await this.#plane.api.request(`${paths.pods(this.namespace)}/${name}/status`, {
      method: 'PATCH',
      contentType: PATCH.merge,
      body: { status },
    });
  }

  async #list<T>(path: string): Promise<readonly T[]> {
    return (await this.#plane.api.request<{ readonly items: readonly T[] }>(path)).items;
  }
}

/** Returns the status of a pod whose runner succeeded. */
function succeeded(phase: string, at = new Date()): object {
  return { phase, containerStatuses: [stateOf(terminated(0, at))] };
}

function terminated(exitCode: number, time = new Date()): object {
  const at = timeText(time);
  const reason = exitCode === 0 ? 'Completed' : 'Error';
  return { exitCode, reason, startedAt: at, finishedAt: at };
}

function stateOf(end: object): object {
  const state = { name: 'runner', image: 'i', imageID: '', ready: false, restartCount: 0 };
  return { ...state, state: { terminated: end } };
}
