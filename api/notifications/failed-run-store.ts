import type { Database } from '../../prisma/client.ts';
import type { Engine } from '../../runner/domain/engine.ts';
import type { RunTrigger } from '../../runner/domain/run-status.ts';
import type { FailedRunStore } from './events.ts';

export function createFailedRunStore(database: Database): FailedRunStore {
  return {
    async find(runId) {
      const run = await database.run.findUnique({
        where: { id: runId },
        select: {
          flowId: true,
          trigger: true,
          engine: true,
          errorMessage: true,
          flow: { select: { name: true } },
        },
      });
      if (run === null) return null;
      return {
        flowId: run.flowId,
        flowName: run.flow.name,
        runId,
        trigger: run.trigger as RunTrigger,
        engine: run.engine as Engine,
        error: run.errorMessage ?? '',
      };
    },
  };
}
