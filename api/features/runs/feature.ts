import { isAllowedVariable } from '../../../runner/connectors/secrets/secret-policy.ts';
import { isOwnVariable, scriptHost, secretsOf } from '../../runner-command.ts';
import { nodeOfType } from '../../../runner/nodes/index.ts';
import { SourceChecker } from '../../execution/connections/source-checker.ts';
import { KubernetesRuns } from '../../execution/executors/kubernetes/kubernetes-runs.ts';
import type { Platform } from '../../platform.ts';
import { LiveProgress } from '../../execution/supervise/live-progress.ts';
import { OutputDatasets } from '../../execution/record/output-datasets.ts';
import { LivenessLock } from '../../execution/recover/liveness-lock.ts';
import { RunLauncher } from '../../execution/launch/run-launcher.ts';
import { RunRecorder } from '../../execution/record/run-recorder.ts';
import { RunSupervisor } from '../../execution/supervise/run-supervisor.ts';
import { readProgress, StoredProgress } from '../../execution/supervise/stored-progress.ts';
import { Semaphore } from '../../execution/launch/semaphore.ts';
import { createFinishedRunStore } from '../../telemetry/finished-run-store.ts';
import { RunSpanRecorder } from '../../telemetry/run-span-recorder.ts';
import type { Feature } from '../feature.ts';
import { createRunEventStore } from '../../domain/runs/run-event-store.ts';
import { artifactRoutes } from './artifacts/artifact-routes.ts';
import { ChartRenderer } from './artifacts/chart-renderer.ts';
import { runEventRoutes } from './events/routes.ts';
import { createIdempotencyStore } from '../../domain/runs/idempotency-store.ts';
import { createInputStore } from '../../domain/runs/input-store.ts';
import { IdempotentStarts } from '../../execution/launch/idempotent-starts.ts';
import { runRoutes } from './routes.ts';
import { RunService } from '../../execution/launch/run-service.ts';
import { StreamTickets } from '../../http/auth/stream-tickets.ts';
import { ticketRoutes } from './ticket-routes.ts';
import { connectionFinder } from '../../domain/connections/connection-finder.ts';
import { createRunStore } from '../../domain/runs/store.ts';
import { findAdvancingRuns, listWatermarks } from '../../domain/watermarks/watermark-store.ts';

export interface RunsFeature extends Feature {
  /** For other features that start runs: webhooks, schedules, the demo. */
  readonly runs: RunService;
  /** Starts runs under idempotency keys. */
  readonly starts: IdempotentStarts;
}

/**
 * More than an hour of retries while the database is unavailable. A run whose outcome is given up stays
 * running until the next start, and blocks its schedule.
 */
const MAX_WRITE_ATTEMPTS = 400;
/** Enough to keep the database and the object store busy. */
const MAX_CONCURRENT_STARTS = 6;
/** A start that waits for the object store longer than this does not block others. */
const MAX_START_MS = 250;

function livenessLockOf({ databaseUrl, logger, newId }: Platform): LivenessLock {
  return new LivenessLock({ databaseUrl, logger, id: newId() });
}

/**
 * Starts, watches and records runs. Its start recovers the runs of dead processes; its close closes the
 * executor and records the runs that this stopped.
 */
export function createRunsFeature(platform: Platform): RunsFeature {
  const { config, database, executor, objects, settings, logger, metrics, now, newId } = platform;
  const { notifications, cluster, spans } = platform;
  const runSpans =
    spans === null
      ? null
      : new RunSpanRecorder({
          store: createFinishedRunStore(database),
          objects,
          spans,
          logger,
          newId,
        });
  const stopping = new AbortController();
  const outputDatasets = new OutputDatasets({
    database,
    objects,
    logger,
    stopping: stopping.signal,
  });
  const recorder = new RunRecorder({
    database,
    outputDatasets,
    logger,
    now,
    // A cluster keeps the outcome of a run until it is recorded and published.
    maxAttempts: cluster === null ? MAX_WRITE_ATTEMPTS : 1,
    publishes: cluster !== null,
    stopping: stopping.signal,
    onFinished: (runId) => {
      runSpans?.enqueue(runId);
    },
    onFailed: (runId) => {
      notifications.notify({ event: 'run_failed', runId });
    },
  });
  const progress = new LiveProgress();
  const common = { database, objects, recorder, logger, now, registry: metrics.registry };
  const backend =
    cluster === null
      ? new RunSupervisor({ ...common, executor, progress, livenessLock: livenessLockOf(platform) })
      : new KubernetesRuns({
          ...common,
          cluster,
          databaseUrl: platform.databaseUrl,
          attemptLimit: config.runAttemptLimit,
          mayRead: (name) => isAllowedVariable(name, secretsOf(config), isOwnVariable),
        });
  const launcher = new RunLauncher({
    database,
    objects,
    backend,
    logger,
    newId,
    recordsTraces: spans !== null,
    stopping: stopping.signal,
  });
  const checker = new SourceChecker(executor);
  const store = createRunStore(database);
  const runs = new RunService({
    store,
    inputs: createInputStore(database),
    findConnections: connectionFinder(database),
    listWatermarks: (flowId) => listWatermarks(database, flowId),
    findAdvancingRuns: (ids) => findAdvancingRuns(database, ids),
    settings,
    lookup: nodeOfType,
    now,
    resourceLimits: { cpu: config.maxRunCpu, memory: config.maxRunMemory },
    scripts: scriptHost(config),
    starts: new Semaphore({ limit: MAX_CONCURRENT_STARTS, releaseAfterMs: MAX_START_MS }),
    launcher,
    backend,
    logger,
    haveChanged: (job) => checker.haveChanged(job),
  });
  const renderer = new ChartRenderer();
  const starts = new IdempotentStarts(runs, createIdempotencyStore(database), stopping.signal);
  return {
    runs,
    starts,
    routes: [
      ...runRoutes({ runs, starts, store, objects }),
      ...artifactRoutes({ runs, renderer }),
      ...ticketRoutes(new StreamTickets(config.apiToken, now)),
      ...runEventRoutes({
        store: createRunEventStore(database),
        progress: cluster === null ? progress : new StoredProgress(objects),
        storedProgress: (at) => readProgress(objects, at),
        backend,
        isOutput: (type) => nodeOfType(type)?.kind === 'output',
      }),
    ],
    start: async () => {
      await backend.start();
      executor.warmUp();
    },
    close: async () => {
      await renderer.close();
      await executor.close();
      stopping.abort();
      await backend.close();
      await runSpans?.flush();
    },
  };
}
