import { nodeOfType } from '../../../runner/nodes/index.ts';
import type { Platform } from '../../platform.ts';
import { OutputDatasets } from '../../recorder/output-datasets.ts';
import { RunLauncher } from '../../recorder/run-launcher.ts';
import { recoverRuns } from '../../recorder/run-recovery.ts';
import { RunSupervisor } from '../../recorder/run-supervisor.ts';
import type { Feature } from '../feature.ts';
import { createInputStore } from './input-store.ts';
import { runRoutes } from './routes.ts';
import { RunService } from './service.ts';
import { createRunStore } from './store.ts';

export interface RunsFeature extends Feature {
  /** For what starts runs otherwise: webhooks, schedules, the demo. */
  readonly runs: RunService;
}

/**
 * Runs: started, watched, recorded. At the start, runs of an earlier process are brought to an end;
 * at the close, the executor is closed and what it ended is recorded.
 */
export function createRunsFeature(platform: Platform): RunsFeature {
  const { database, executor, objects, settings, logger, metrics, now, newId } = platform;
  const { notifications } = platform;
  const outputDatasets = new OutputDatasets({ database, objects, logger, newId });
  const supervisor = new RunSupervisor({
    ...{ database, executor, outputDatasets, logger, now },
    registry: metrics.registry,
    onFailed: (runId) => {
      notifications.notify({ event: 'run_failed', runId });
    },
  });
  const launcher = new RunLauncher({ database, objects, supervisor, logger, newId });
  const runs = new RunService({
    store: createRunStore(database),
    inputs: createInputStore(database),
    settings,
    lookup: nodeOfType,
    launcher,
    supervisor,
    objects,
  });
  return {
    runs,
    routes: runRoutes(runs),
    start: async () => {
      await recoverRuns({ database, objects, supervisor, logger });
      executor.warmUp();
    },
    close: async () => {
      await executor.close();
      await supervisor.settle();
    },
  };
}
