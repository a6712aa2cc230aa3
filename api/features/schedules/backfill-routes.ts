import { z } from 'zod';
import { listHeaders } from '../../http/responses/list-headers.ts';
import { idText, PAGE_HEADERS } from '../../openapi/field-types.ts';
import { defineRoute, json, type Route } from '../../openapi/route.ts';
import { BackfillCancel, BackfillCreate, BackfillRead, BackfillSlots } from './backfill-schemas.ts';
import type { BackfillService } from './backfill-service.ts';
import { ScheduleRunsQuery } from './schemas.ts';

const params = z.object({ schedule_id: idText });

export function backfillRoutes(backfills: BackfillService): Route[] {
  const common = { path: '/api/schedules/{schedule_id}/backfill', tag: 'Schedules' };
  return [
    defineRoute({
      ...common,
      method: 'post',
      operationId: 'backfillSchedule',
      summary: 'Run past times of a schedule',
      description:
        'Puts every time of its cron expression within the range, by the clock of its zone, in line. Each time is run once, whatever its outcome: one that was fired or asked for before is not run again (retry its run for that). The runs come one after the other, the oldest first, while no other scheduled run of the flow is due or under way, and wait while the flow is disabled; the schedule itself may be disabled. They are like those of run-now: a failure does not count. What waits outlives restarts, and is worked on by the servers whose scheduler is on.',
      request: { params, body: BackfillCreate },
      responses: {
        200: { description: 'What would be run, with `dry_run`', schema: BackfillRead },
        202: { description: 'The times, put in line', schema: BackfillRead },
      },
      errors: [400],
      async handler({ params: { schedule_id: id }, body }) {
        return json(body.dry_run ? 200 : 202, await backfills.create(id, body));
      },
    }),
    defineRoute({
      ...common,
      method: 'get',
      operationId: 'listBackfill',
      summary: 'List the past times that were asked for or missed',
      description:
        'The newest times first, with what has become of them. Missed ones are those of a schedule with `catch_up`.',
      request: { params, query: ScheduleRunsQuery },
      responses: {
        200: { description: 'The times', schema: BackfillSlots, headers: PAGE_HEADERS },
      },
      async handler({ params: { schedule_id: id }, query, request }) {
        const { slots, total } = await backfills.list(id, query);
        return json(200, slots, listHeaders(total, { url: request.originalUrl, ...query }));
      },
    }),
    defineRoute({
      ...common,
      method: 'delete',
      operationId: 'cancelBackfill',
      summary: 'Stop a backfill',
      description:
        'Takes the times that wait out of the line, so that they can be asked for anew. Runs that have begun go on.',
      request: { params },
      responses: { 200: { description: 'What was taken out', schema: BackfillCancel } },
      async handler({ params: { schedule_id: id } }) {
        return json(200, { schedule_id: id, removed: await backfills.cancel(id) });
      },
    }),
  ];
}
