import { z } from 'zod';
import type { Database } from '../../prisma/client.ts';
import { Prisma } from '../../prisma/generated/client.ts';
import { queryRows } from '../../prisma/query-rows.ts';
import { ENGINES } from '../../runner/domain/engine.ts';
import { RUN_TRIGGERS } from '../../runner/domain/run-status.ts';
import type { FailedRunStore } from './events.ts';

const failedRunRow = z.object({
  flowId: z.string(),
  flowName: z.string(),
  trigger: z.enum(RUN_TRIGGERS),
  engine: z.enum(ENGINES),
  error: z.string(),
});

export function createFailedRunStore(database: Database): FailedRunStore {
  return {
    async find(runId) {
      // One statement, since the flow can be deleted between two.
      const [run] = await queryRows(
        database,
        failedRunRow,
        Prisma.sql`
        SELECT runs.flow_id AS "flowId", flows.name AS "flowName", runs.trigger, runs.engine,
               COALESCE(runs.error_message, '') AS error
        FROM runs JOIN flows ON flows.id = runs.flow_id WHERE runs.id = ${runId}`,
      );
      return run === undefined ? null : { ...run, runId };
    },
  };
}
