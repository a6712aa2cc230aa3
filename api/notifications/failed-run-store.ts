import type { Database } from '../../prisma/client.ts';
import type { FailedRun, FailedRunStore } from './events.ts';

export function createFailedRunStore(database: Database): FailedRunStore {
  return {
    async find(runId) {
      // One statement, since the flow can be deleted between two.
      const [run] = await database.$queryRaw<Omit<FailedRun, 'runId'>[]>`
        SELECT runs.flow_id AS "flowId", flows.name AS "flowName", runs.trigger, runs.engine,
               COALESCE(runs.error_message, '') AS error
        FROM runs JOIN flows ON flows.id = runs.flow_id WHERE runs.id = ${runId}`;
      return run === undefined ? null : { ...run, runId };
    },
  };
}
