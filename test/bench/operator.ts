import { setTimeout as delay } from 'node:timers/promises';
import { KubeApi } from '../../kubernetes/client/kube-api.ts';
import { ListWatch } from '../../kubernetes/watch/list-watch.ts';
import { jobName } from '../../operator/job/job-spec.ts';
import { paths } from '../../kubernetes/resources/paths.ts';
import {
  createNamespace,
  startControlPlane,
  type OwnControlPlane,
} from '../support/control-plane.ts';
import { until } from '../support/until.ts';
import { createFinishedRuns, finishPod, forEachName, runBody } from './kube-runs.ts';
import { OperatorProcess } from '../support/operator-process.ts';
import { median, quantile, type Figure } from './statistics.ts';
import { UnmeasurableError } from './unmeasurable-error.ts';

const FINISHED = 10_000;
const BURST = 600;
const ROUNDS = 3;

/** The operator on an API server without a node: a burst of Runs, and many finished ones. */
export async function benchOperator(scratch: string): Promise<readonly Figure[]> {
  const plane = await startControlPlane();
  if (plane === null) throw new UnmeasurableError('the API server is built by Go 1.26 or newer');
  try {
    const finished = await benchFinished(plane, scratch);
    plane.startControllers();
    return [...(await benchBurst(plane, scratch)), ...finished];
  } finally {
    await plane.stop();
  }
}

/** Submits every Run concurrently. Controllers create the pods, and each pod succeeds immediately. */
async function benchBurst(plane: OwnControlPlane, scratch: string): Promise<Figure[]> {
  const namespace = 'burst';
  await createNamespace(plane.api, namespace);
  const seenAt = new Map<string, number>();
  // A separate connection pool, so that the loads do not wait for each other.
  const watching = new KubeApi(plane.kubeConfig);
  const jobs = new ListWatch({
    api: watching,
    path: paths.jobs(namespace),
    transform: () => true,
    onChange: (name) => {
      if (!seenAt.has(name)) seenAt.set(name, performance.now());
    },
  });
  const node = finishPods(watching, namespace);
  const operator = await OperatorProcess.start({
    kubeconfig: plane.kubeconfig,
    namespace,
    scratch,
  });
  try {
    await Promise.all([jobs.start(), node.start(), operator.settled()]);
    const names = Array.from({ length: BURST }, (_, number) => `burst-${number}`);
    const submittedAt = new Map<string, number>();
    const started = performance.now();
    await forEachName(names, async (name) => {
      await plane.api.request(paths.runs(namespace), { method: 'POST', body: runBody(name) });
      submittedAt.set(name, performance.now());
    });
    await waitFor(() => seenAt.size === BURST);
    const seconds = (Math.max(...seenAt.values()) - started) / 1000;
    const waits = names.map(
      (name) => (seenAt.get(jobName(name, 1)) ?? 0) - (submittedAt.get(name) ?? 0),
    );
    return [
      {
        name: `Runs to Jobs, ${BURST} submitted at once, pods ending meanwhile`,
        value: BURST / seconds,
        unit: 'a second',
        bound: { kind: 'at least', value: 30 },
      },
      { name: 'Run submitted to Job seen, median', value: median(waits), unit: 'ms' },
      { name: 'the same, 99th percentile', value: quantile(waits, 0.99), unit: 'ms' },
    ];
  } finally {
    await operator.stop();
    await Promise.all([jobs.stop(), node.stop()]);
    await watching.close();
  }
}

/** Replaces the kubelet: every pod succeeds as soon as it exists. */
function finishPods(api: KubeApi, namespace: string): ListWatch<boolean> {
  const begun = new Set<string>();
  return new ListWatch({
    api,
    path: paths.pods(namespace),
    transform: () => true,
    onChange: (name, _priority, last) => {
      if (last !== undefined || begun.has(name)) return;
      begun.add(name);
      // The end of the measurement aborts the last requests.
      finishPod(api, namespace, name).catch(() => undefined);
    },
  });
}

interface Restart {
  /** Milliseconds from the start of the process to the Job of a new Run. */
  readonly firstJobMs: number;
  /** Resident memory of the process after its first reconcile of every object, garbage included. */
  readonly residentMb: number;
}

async function benchFinished(plane: OwnControlPlane, scratch: string): Promise<Figure[]> {
  const namespace = 'finished';
  await createNamespace(plane.api, namespace);
  const without = await restarts(plane, namespace, scratch);
  const names = Array.from({ length: FINISHED }, (_, number) => `finished-${number}`);
  await createFinishedRuns(plane.api, namespace, names);
  const having = await restarts(plane, namespace, scratch);
  const ms = (of: readonly Restart[]): number => median(of.map(({ firstJobMs }) => firstJobMs));
  const mb = (of: readonly Restart[]): number => median(of.map(({ residentMb }) => residentMb));
  return [
    {
      name: `a new Run at a restart, ${FINISHED} finished ones over none (${ms(having).toFixed(0)} ms, ${ms(without).toFixed(0)} ms)`,
      value: ms(having) - ms(without),
      unit: 'ms',
      bound: { kind: 'at most', value: 1000 },
    },
    {
      name: `resident memory for ${FINISHED} finished Runs with their Jobs and pods (${mb(having).toFixed(0)} MB, ${mb(without).toFixed(0)} MB)`,
      value: mb(having) - mb(without),
      unit: 'MB',
      bound: { kind: 'at most', value: 25 },
    },
  ];
}

async function restarts(
  plane: OwnControlPlane,
  namespace: string,
  scratch: string,
): Promise<Restart[]> {
  const all: Restart[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    all.push(await restart(plane, namespace, scratch));
  }
  return all;
}

async function restart(
  plane: OwnControlPlane,
  namespace: string,
  scratch: string,
): Promise<Restart> {
  const { api } = plane;
  const name = `new-${crypto.randomUUID()}`;
  const started = performance.now();
  const operator = await OperatorProcess.start({
    kubeconfig: plane.kubeconfig,
    namespace,
    scratch,
  });
  try {
    await api.request(paths.runs(namespace), { method: 'POST', body: runBody(name) });
    const job = `${paths.jobs(namespace)}/${jobName(name, 1)}`;
    await waitFor(() =>
      api.request(job).then(
        () => true,
        () => false,
      ),
    );
    const firstJobMs = performance.now() - started;
    await operator.settled();
    const residentBytes = await operator.metric('process_resident_memory_bytes');
    return { firstJobMs, residentMb: residentBytes / 2 ** 20 };
  } finally {
    await operator.stop();
  }
}

/** Polls a condition every five milliseconds, without measurable load. */
async function waitFor(condition: () => boolean | Promise<boolean>): Promise<void> {
  await until(async () => {
    await delay(5);
    return await condition();
  }, 120_000);
}
