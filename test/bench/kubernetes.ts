import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { jobName } from '../../operator/job/job-spec.ts';
import type { Values } from '../cluster/release.ts';
import { lackForCluster } from '../cluster/requirements.ts';
import { eventually } from '../e2e/support/eventually.ts';
import { quickFlow } from '../e2e/support/flows.ts';
import { openOwnCluster } from '../e2e/support/open-own-cluster.ts';
import { Kubernetes } from '../e2e/support/kubernetes.ts';
import { openObjects } from '../e2e/support/objects.ts';
import type { Place } from '../e2e/support/place.ts';
import { Service } from '../e2e/support/service.ts';
import { BareJobs, watchJobs, type BareBurst, type JobTimes } from './bare-jobs.ts';
import { median, quantile, type Figure } from './statistics.ts';
import { UnmeasurableError } from './unmeasurable-error.ts';

const ROUNDS = 7;
const BURSTS = 2;
const AT_ONCE = 40;
const PACED = 16;
/** A little slower than two CPUs execute runs, so that none waits for another. */
const PACE_MS = 750;
const ENDS_WITHIN_MS = 180_000;

/** One request per Job: the lower bound of any service that creates Jobs. */
const PARALLEL = 'bare Jobs that are asked for all at once';
/** Sequentially from one file, including the start of kubectl. */
const BY_KUBECTL = 'bare Jobs by kubectl create';

interface BenchDeps {
  readonly service: Service;
  readonly flow: string;
  readonly bare: BareJobs;
  readonly jobs: JobTimes;
  readonly kubernetes: Kubernetes;
  readonly scratch: string;
  /** Times at which runs were recorded as finished. */
  readonly recordedAt: ReadonlyMap<string, number>;
}

/**
 * Values of the chart, since smaller ones of the tests would change the result. In production the database
 * and the object store have other nodes, so runs must not starve them here.
 */
const VALUES: Values = {
  api: { resources: { requests: { cpu: '250m', memory: '512Mi' } } },
  operator: { replicas: 2, resources: { requests: { cpu: '200m', memory: '128Mi' } } },
  runner: { resources: { cpu: '100m' } },
  evaluation: {
    postgres: { resources: { requests: { cpu: '250m', memory: '128Mi' } } },
    s3: { resources: { requests: { cpu: '250m', memory: '64Mi' } } },
  },
};

/** Runs through the whole service, relative to bare Jobs of the same image with the same work. */
export async function benchKubernetes(scratch: string): Promise<readonly Figure[]> {
  const lack = lackForCluster();
  if (lack !== null) throw new UnmeasurableError(lack);
  const cluster = await openOwnCluster();
  try {
    const [place] = await cluster.install(1, VALUES);
    return await measure(place!, scratch);
  } finally {
    await cluster.remove();
  }
}

async function measure(at: Place, scratch: string): Promise<readonly Figure[]> {
  const kubernetes = new Kubernetes(at);
  const { api } = kubernetes;
  const objects = await openObjects(at, kubernetes);
  const service = new Service(at.api);
  const ends = await listenForEnds(at, kubernetes);
  const jobs = watchJobs(api, at.namespace);
  try {
    await jobs.watch.start();
    const flow = await quickFlow(service);
    const { id } = await service.runToEnd(flow);
    const bare = await BareJobs.like(id, { api, objects, namespace: at.namespace }, jobs);
    const { recordedAt } = ends;
    const parts = { service, flow, bare, jobs, kubernetes, scratch, recordedAt };
    return [
      ...(await oneByOne(parts)),
      ...(await oneAfterTheOther(parts)),
      ...(await allAtOnce(parts)),
    ];
  } finally {
    await jobs.watch.stop();
    await ends.close();
    objects.close();
    await kubernetes.close();
  }
}

async function oneByOne({ service, flow, bare }: BenchDeps): Promise<Figure[]> {
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const started = performance.now();
    await service.runToEnd(flow);
    ours.push(performance.now() - started);
    theirs.push((await bare.complete(1)).ms);
  }
  const [run, job] = [median(ours), median(theirs)];
  return [
    {
      name: `one run, request to answer, over a bare Job's Complete (${run.toFixed(0)} ms, ${job.toFixed(0)} ms)`,
      value: run / job,
      unit: '×',
      bound: { kind: 'at most', value: 1 },
    },
  ];
}

/** Requests no faster than runs finish, to measure latency without a queue. */
async function oneAfterTheOther(parts: BenchDeps): Promise<Figure[]> {
  const { toJob } = await runs(parts, { count: PACED, everyMs: PACE_MS });
  return [
    atMost(`request to Job, one every ${PACE_MS} ms, median`, median(toJob), 50),
    atMost('the same, 99th percentile', quantile(toJob, 0.99), 300),
  ];
}

interface Burst {
  /** Milliseconds from the first request until the last run finished. */
  readonly ms: number;
  /** For each run: from its request until its Job exists. */
  readonly toJob: readonly number[];
  /** For each run: from its Job's Complete condition until the outcome was recorded. */
  readonly toRecord: readonly number[];
}

/**
 * Client, service, API server and node share one machine, and the first pods start before the last
 * Jobs are made: how long a Job takes here is mostly how long 40 runs keep the processors busy.
 */
async function allAtOnce(parts: BenchDeps): Promise<Figure[]> {
  const theirs: BareBurst[] = [];
  const ours: Burst[] = [];
  for (let round = 0; round < BURSTS; round++) {
    theirs.push(await parts.bare.complete(AT_ONCE));
    ours.push(await runs(parts, { count: AT_ONCE, everyMs: 0 }));
  }
  const byKubectl = await parts.bare.create(AT_ONCE, parts.kubernetes, parts.scratch);
  const jobMs = median(theirs.map(({ ms }) => ms));
  const runMs = median(ours.map(({ ms }) => ms));
  const toJob = ours.flatMap((one) => one.toJob);
  const inParallel = theirs.flatMap((one) => one.toJob);
  const toRecord = ours.flatMap((one) => one.toRecord);
  return [
    {
      name: `throughput of ${AT_ONCE} runs at once over ${AT_ONCE} bare Jobs (${runMs.toFixed(0)} ms, ${jobMs.toFixed(0)} ms)`,
      value: jobMs / runMs,
      unit: '×',
      bound: { kind: 'at least', value: 0.9 },
    },
    atMost(`request to Job, ${AT_ONCE} at once, median`, median(toJob), 50),
    atMost('the same, 99th percentile', quantile(toJob, 0.99), 300),
    over(PARALLEL, 0.5, toJob, inParallel),
    over(PARALLEL, 0.99, toJob, inParallel),
    over(BY_KUBECTL, 0.5, toJob, byKubectl),
    over(BY_KUBECTL, 0.99, toJob, byKubectl),
    atMost('Job complete to run recorded, 99th percentile', quantile(toRecord, 0.99), 500),
  ];
}

/** Starts runs at an interval, and waits until all have finished. */
async function runs(
  { service, flow, jobs, recordedAt }: BenchDeps,
  { count, everyMs }: { readonly count: number; readonly everyMs: number },
): Promise<Burst> {
  const submittedAt = new Map<string, number>();
  const started = performance.now();
  const ids = await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      if (everyMs > 0) await delay(index * everyMs);
      const asked = performance.now();
      const run = await service.start(flow);
      submittedAt.set(run, asked);
      return run;
    }),
  );
  const isOver = (run: string): boolean =>
    recordedAt.has(run) && jobs.completedAt.has(jobName(run, 1));
  await eventually(
    'the end of all runs',
    () => Promise.resolve(ids.filter((run) => !isOver(run)).length),
    (left) => left === 0,
    ENDS_WITHIN_MS,
  );
  const between = (from: number | undefined, to: number | undefined): number =>
    (to ?? Number.NaN) - (from ?? Number.NaN);
  return {
    ms: Math.max(...ids.map((run) => recordedAt.get(run) ?? 0)) - started,
    toJob: ids.map((run) => between(submittedAt.get(run), jobs.createdAt.get(jobName(run, 1)))),
    toRecord: ids.map((run) => between(jobs.completedAt.get(jobName(run, 1)), recordedAt.get(run))),
  };
}

/** Returns the ratio to bare Jobs. */
function over(how: string, q: number, ours: number[], theirs: number[]): Figure {
  const [run, job] = [quantile(ours, q), quantile(theirs, q)];
  const part = q === 0.5 ? 'median' : `${q * 100}th percentile`;
  return {
    name: `the same, ${part}, over ${how} (${run.toFixed(0)} ms, ${job.toFixed(0)} ms)`,
    value: run / job,
    unit: '×',
  };
}

function atMost(name: string, value: number, bound: number): Figure {
  return { name, value, unit: 'ms', bound: { kind: 'at most', value: bound } };
}

/** The service notifies its processes of each finished run at its commit. */
async function listenForEnds(
  at: Place,
  kubernetes: Kubernetes,
): Promise<{ readonly recordedAt: ReadonlyMap<string, number>; close(): Promise<void> }> {
  const path = 'jsonpath={.data.password}';
  const password = await kubernetes.kubectl('get', 'secret', 'millrace-postgres', '-o', path);
  const { hostname, port } = new URL(at.postgres);
  const client = new Client({
    host: hostname,
    port: Number(port),
    user: 'millrace',
    database: 'millrace',
    password: Buffer.from(password, 'base64').toString(),
  });
  const recordedAt = new Map<string, number>();
  client.on('notification', ({ payload = '' }) => {
    recordedAt.set(payload, performance.now());
  });
  await client.connect();
  await client.query('LISTEN run_ended');
  return { recordedAt, close: () => client.end() };
}
