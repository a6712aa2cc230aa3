import { jobFor, type RunIdentity } from '../../operator/job/job-spec.ts';
import { jobSettingsSchema } from '../../operator/job/job-settings.ts';
import type { KubeApi } from '../../kubernetes/client/kube-api.ts';
import type { KubeObject } from '../../kubernetes/client/kube-object.ts';
import {
  GROUP,
  RECORDED_ANNOTATION,
  runSpecSchema,
  VERSION,
} from '../../kubernetes/resources/run.ts';
import { paths } from '../../kubernetes/resources/paths.ts';

const AT_ONCE = 32;
const settings = jobSettingsSchema.parse({ image: 'runner:bench' });

/** Returns the body of a Run as the API creates it. */
export function runBody(name: string): object {
  return {
    apiVersion: `${GROUP}/${VERSION}`,
    kind: 'Run',
    metadata: { name },
    spec: {
      runId: name,
      flowId: '6f1f3c1e-6a35-4cf0-8a5e-2f1d3a9c7b11',
      specKey: `runs/${name}/spec.json`,
      engine: 'polars',
      trigger: 'manual',
      timeoutSeconds: 3600,
    },
  };
}

/** Calls `work` for every name with limited concurrency. */
export async function forEachName(
  names: readonly string[],
  work: (name: string) => Promise<void>,
): Promise<void> {
  const left = names[Symbol.iterator]();
  const worker = async (): Promise<void> => {
    for (const name of left) await work(name);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

/** Creates just finished Runs with their Jobs and pods, as an operator leaves them. */
export async function createFinishedRuns(
  api: KubeApi,
  namespace: string,
  names: readonly string[],
): Promise<void> {
  await forEachName(names, (name) => createFinishedRun(api, namespace, name));
}

async function createFinishedRun(api: KubeApi, namespace: string, name: string): Promise<void> {
  const runs = paths.runs(namespace);
  const annotations = { [RECORDED_ANNOTATION]: 'true' };
  const body = { ...runBody(name), metadata: { name, annotations } };
  const run = await api.request<KubeObject>(runs, { method: 'POST', body });
  const identity: RunIdentity = { name, namespace, uid: run.metadata.uid };
  const job = await createFinishedJob(api, identity);
  await createFinishedPod(api, identity, job);
  const now = new Date().toISOString();
  const status = {
    phase: 'success',
    attempt: 1,
    jobUid: job.metadata.uid,
    resultKey: `runs/${name}/attempts/1/result.json`,
    startedAt: now,
    finishedAt: now,
    observedGeneration: 1,
    conditions: [
      {
        type: 'Succeeded',
        status: 'True',
        reason: 'Completed',
        message: '',
        lastTransitionTime: now,
        observedGeneration: 1,
      },
    ],
  };
  await api.request(`${runs}/${name}/status`, { method: 'PUT', body: { ...run, status } });
}

interface JobObject extends KubeObject {
  readonly spec: { readonly template: { readonly metadata: object; readonly spec: object } };
}

async function createFinishedJob(api: KubeApi, run: RunIdentity): Promise<JobObject> {
  const path = paths.jobs(run.namespace);
  const body = jobFor(run, runSpecSchema.parse(specOf(run.name)), 1, settings);
  const job = await api.request<JobObject>(path, { method: 'POST', body });
  const now = new Date().toISOString();
  const done = { status: 'True', lastProbeTime: now, lastTransitionTime: now };
  const status = {
    startTime: now,
    completionTime: now,
    succeeded: 1,
    uncountedTerminatedPods: {},
    conditions: [
      { type: 'SuccessCriteriaMet', reason: 'CompletionsReached', ...done },
      { type: 'Complete', reason: 'CompletionsReached', ...done },
    ],
  };
  const name = job.metadata.name;
  await api.request(`${path}/${name}/status`, { method: 'PUT', body: { ...job, status } });
  return job;
}

async function createFinishedPod(api: KubeApi, run: RunIdentity, job: JobObject): Promise<void> {
  const path = paths.pods(run.namespace);
  const { name, uid } = job.metadata;
  const owner = { apiVersion: 'batch/v1', kind: 'Job', name, uid, controller: true };
  const { metadata, spec } = job.spec.template;
  const podName = `${name}-x7k2p`;
  const body = { metadata: { ...metadata, name: podName, ownerReferences: [owner] }, spec };
  await api.request(path, { method: 'POST', body });
  await finishPod(api, run.namespace, podName);
}

/** Writes the status of a pod with a successful runner, as a kubelet does. */
export async function finishPod(api: KubeApi, namespace: string, pod: string): Promise<void> {
  const now = new Date().toISOString();
  const terminated = { exitCode: 0, reason: 'Completed', startedAt: now, finishedAt: now };
  const status = {
    phase: 'Succeeded',
    startTime: now,
    conditions: [{ type: 'PodScheduled', status: 'True', lastTransitionTime: now }],
    containerStatuses: [
      {
        name: 'runner',
        image: 'runner:bench',
        imageID: '',
        ready: false,
        restartCount: 0,
        state: { terminated },
      },
    ],
  };
  const path = `${paths.pods(namespace)}/${pod}/status`;
  const contentType = 'application/strategic-merge-patch+json';
  await api.request(path, { method: 'PATCH', contentType, body: { status } });
}

function specOf(name: string): unknown {
  const body: { readonly spec?: unknown } = runBody(name);
  return body.spec;
}
