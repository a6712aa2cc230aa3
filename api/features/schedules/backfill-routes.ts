import { z } from 'zod';
import type { BackfillService } from '../../domain/schedules/backfill-service.ts';
import { listHeaders } from '../../http/responses/list-headers.ts';
import { idText, PAGE_HEADERS } from '../../openapi/field-types.ts';
import { defineRoute, json, type Route } from '../../openapi/route.ts';
import { BackfillCancel, BackfillCreate, BackfillRead, BackfillSlots } from './backfill-schemas.ts';
import { toBackfillRead, toBackfillSlot } from './backfill-view.ts';
import { ScheduleRunsQuery } from './schemas.ts';

const params = z.object({ schedule_id: idText });

export function backfillRoutes(backfills: BackfillService): Route[] {
  const common = { path: '/api/schedules/{schedule_id}/backfill', tag: 'Schedules' };
  return [
    defineRoute({
      ...common,
      method: 'post',
      operationId: 'backfillSchedule',
      summary: 'Run past slots of a schedule',
      description:
        'Enqueues every slot of the schedule within the range. Each slot runs once, whatever its status: a slot that ran or was requested before is not run again (retry its run instead). The runs start one after the other, the oldest first, while no other scheduled run of the flow is due or in progress, and wait while the flow is disabled; the schedule itself may be disabled. As with run-now, a failure does not count. The queue survives restarts; servers with a scheduler process it.',
      request: { params, body: BackfillCreate },
      responses: {
        200: { description: 'The slots that would run, with `dry_run`', schema: BackfillRead },
        202: { description: 'The enqueued slots', schema: BackfillRead },
      },
      errors: [400],
      async handler({ params: { schedule_id: id }, body }) {
        const { from, to, max, dry_run: isDryRun } = body;
        const timeParameter = body.time_parameter ?? null;
        const slots = await backfills.create(id, { from, to, max, timeParameter, isDryRun });
        return json(isDryRun ? 200 : 202, toBackfillRead(id, isDryRun, slots));
      },
    }),
    defineRoute({
      ...common,
      method: 'get',
      operationId: 'listBackfill',
      summary: 'List the slots of backfills and catch-up',
      description:
        'The newest first, with the status of their runs. Catch-up enqueues the missed slots of a schedule with `catch_up`.',
      request: { params, query: ScheduleRunsQuery },
      responses: {
        200: { description: 'The slots', schema: BackfillSlots, headers: PAGE_HEADERS },
      },
      async handler({ params: { schedule_id: id }, query, request }) {
        const { slots, total } = await backfills.list(id, query);
        const headers = listHeaders(total, { url: request.originalUrl, ...query });
        return json(200, slots.map(toBackfillSlot), headers);
      },
    }),
    defineRoute({
      ...common,
      method: 'delete',
      operationId: 'cancelBackfill',
      summary: 'Stop a backfill',
      description:
        'Removes the slots that have not run from the queue, so that they can be requested again. Runs in progress go on.',
      request: { params },
      responses: { 200: { description: 'The number of removed slots', schema: BackfillCancel } },
      async handler({ params: { schedule_id: id } }) {
        return json(200, { schedule_id: id, removed: await backfills.cancel(id) });
      },
    }),
  ];
}
