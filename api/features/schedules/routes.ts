import { z } from 'zod';
import { isTerminal } from '../../../runner/domain/run-status.ts';
import type { ScheduleTriggers } from '../../execution/schedules/schedule-triggers.ts';
import { itemTexts } from '../../http/responses/item-texts.ts';
import { listHeaders } from '../../http/responses/list-headers.ts';
import { idText, PAGE_HEADERS, TOTAL_COUNT } from '../../openapi/field-types.ts';
import { defineRoute, json, jsonItems, noContent, type Route } from '../../openapi/route.ts';
import { MissedSlots } from './missed-slot-schemas.ts';
import { toRunRead, toRunText } from '../runs/run-view.ts';
import { RunRead, RunSummary } from '../runs/schemas.ts';
import type { RunService } from '../../execution/launch/run-service.ts';
import {
  ScheduleCreate,
  ScheduleListItem,
  ScheduleListQuery,
  ScheduleRead,
  ScheduleRunsQuery,
  ScheduleUpdate,
} from './schemas.ts';
import type { ScheduleService } from '../../domain/schedules/service.ts';
import {
  toMissedSlot,
  toScheduleChange,
  toScheduleFields,
  toScheduleRead,
  toScheduleSummary,
  toScheduleText,
} from './schedule-view.ts';

const flowParams = z.object({ flow_id: idText });
const scheduleParams = z.object({ schedule_id: idText });
const LOCATION = { Location: 'Where the run can be read.' };
const LISTED = {
  200: { description: 'The schedules', schema: z.array(ScheduleRead), headers: TOTAL_COUNT },
};

export interface ScheduleRouteDeps {
  readonly schedules: ScheduleService;
  readonly triggers: Pick<ScheduleTriggers, 'triggerNow'>;
  readonly runs: Pick<RunService, 'list' | 'read'>;
}

export function scheduleRoutes(deps: ScheduleRouteDeps): Route[] {
  return [
    ...flowScheduleRoutes(deps.schedules),
    ...scheduleRecordRoutes(deps.schedules),
    ...scheduleRunRoutes(deps),
  ];
}

function flowScheduleRoutes(schedules: ScheduleService): Route[] {
  return [
    defineRoute({
      method: 'get',
      path: '/api/flows/{flow_id}/schedules',
      operationId: 'listFlowSchedules',
      tag: 'Schedules',
      summary: 'List the schedules of a flow',
      description: 'The oldest first.',
      request: { params: flowParams },
      responses: LISTED,
      async handler({ params }) {
        const all = await schedules.listOfFlow(params.flow_id);
        return json(200, all.map(toScheduleRead), listHeaders(all.length));
      },
    }),
    defineRoute({
      method: 'post',
      path: '/api/flows/{flow_id}/schedules',
      operationId: 'createSchedule',
      tag: 'Schedules',
      summary: 'Schedule a flow',
      description:
        'The flow runs at the times of the cron expression in the time zone of the schedule. A time that daylight saving skips in spring runs right after the gap; one that occurs twice in autumn runs once, at its first occurrence, unless the hour is `*`. While the flow is disabled, the schedule does not run.',
      request: { params: flowParams, body: ScheduleCreate },
      responses: { 201: { description: 'The schedule', schema: ScheduleRead } },
      errors: [400],
      async handler({ params, body }) {
        const made = await schedules.create(params.flow_id, toScheduleFields(body));
        return json(201, toScheduleRead(made));
      },
    }),
    defineRoute({
      method: 'get',
      path: '/api/schedules',
      operationId: 'listSchedules',
      tag: 'Schedules',
      summary: 'List schedules',
      description: 'Of all flows, the oldest first. An unknown flow has none.',
      request: { query: ScheduleListQuery },
      responses: {
        200: {
          description: 'The schedules',
          schema: z.array(ScheduleListItem),
          headers: PAGE_HEADERS,
        },
      },
      async handler({ query: { flow_id: flowId, fields, ...page }, request }) {
        const { batches, total } = await schedules.list(flowId, page);
        const items = itemTexts(batches, fields === 'summary' ? toScheduleSummary : toScheduleText);
        return jsonItems(items, listHeaders(total, { url: request.originalUrl, ...page }));
      },
    }),
  ];
}

function scheduleRecordRoutes(schedules: ScheduleService): Route[] {
  return [
    defineRoute({
      method: 'get',
      path: '/api/schedules/{schedule_id}',
      operationId: 'getSchedule',
      tag: 'Schedules',
      summary: 'Get a schedule',
      description: 'With its next time, the status of its last run, and its newest runs.',
      request: { params: scheduleParams },
      responses: { 200: { description: 'The schedule', schema: ScheduleRead } },
      handler: async ({ params }) =>
        json(200, toScheduleRead(await schedules.get(params.schedule_id))),
    }),
    defineRoute({
      method: 'patch',
      path: '/api/schedules/{schedule_id}',
      operationId: 'updateSchedule',
      tag: 'Schedules',
      summary: 'Change a schedule',
      description:
        'Absent fields stay. Enabling resets the failures; disabling clears the next time.',
      request: { params: scheduleParams, body: ScheduleUpdate },
      responses: { 200: { description: 'The schedule', schema: ScheduleRead } },
      errors: [400],
      async handler({ params, body }) {
        const changed = await schedules.update(params.schedule_id, toScheduleChange(body));
        return json(200, toScheduleRead(changed));
      },
    }),
    defineRoute({
      method: 'delete',
      path: '/api/schedules/{schedule_id}',
      operationId: 'deleteSchedule',
      tag: 'Schedules',
      summary: 'Delete a schedule',
      description: 'Its runs stay, and keep its id.',
      request: { params: scheduleParams },
      responses: { 204: { description: 'Deleted' } },
      async handler({ params }) {
        await schedules.delete(params.schedule_id);
        return noContent();
      },
    }),
  ];
}

function scheduleRunRoutes({ schedules, triggers, runs }: ScheduleRouteDeps): Route[] {
  return [
    defineRoute({
      method: 'post',
      path: '/api/schedules/{schedule_id}/run-now',
      operationId: 'runScheduleNow',
      tag: 'Schedules',
      summary: 'Run a schedule now',
      description:
        'Waits until the run finishes, also while the schedule is disabled. The next time stays. A failure does not count; a success resets the failures. 409 while another scheduled run of the flow is in progress.',
      request: { params: scheduleParams },
      responses: {
        201: {
          description: 'The finished run, whatever its status',
          schema: RunRead,
          headers: LOCATION,
        },
        202: {
          description: 'The unfinished run: the server stops, and the run continues',
          schema: RunRead,
          headers: LOCATION,
        },
      },
      errors: [400, 409, 501],
      async handler({ params }) {
        const schedule = await schedules.get(params.schedule_id);
        const { runId, finished } = await triggers.triggerNow(schedule);
        await finished;
        const run = await runs.read(runId);
        return json(isTerminal(run.status) ? 201 : 202, toRunRead(run), {
          Location: `/api/runs/${runId}`,
        });
      },
    }),
    defineRoute({
      method: 'get',
      path: '/api/schedules/{schedule_id}/runs',
      operationId: 'listScheduleRuns',
      tag: 'Schedules',
      summary: 'List the runs of a schedule',
      description: 'The newest first.',
      request: { params: scheduleParams, query: ScheduleRunsQuery },
      responses: {
        200: { description: 'The runs', schema: z.array(RunSummary), headers: PAGE_HEADERS },
      },
      async handler({ params, query, request }) {
        const { id } = await schedules.get(params.schedule_id);
        const order = { sort_by: 'created_at', sort_order: 'desc' } as const;
        const { batches, total } = await runs.list({ schedule_id: id, ...order, ...query });
        return jsonItems(
          itemTexts(batches, toRunText),
          listHeaders(total, { url: request.originalUrl, ...query }),
        );
      },
    }),
    defineRoute({
      method: 'get',
      path: '/api/schedules/{schedule_id}/missed-slots',
      operationId: 'listMissedSlots',
      tag: 'Schedules',
      summary: 'List missed slots',
      description:
        'Slots that started no run, the newest first, with the reason. The latest 100 of a schedule are kept. Slots while the schedule or its flow is disabled are not missed. A backfill runs missed slots.',
      request: { params: scheduleParams, query: ScheduleRunsQuery },
      responses: {
        200: { description: 'The slots', schema: MissedSlots, headers: PAGE_HEADERS },
      },
      async handler({ params, query, request }) {
        const { slots, total } = await schedules.listMissedSlots(params.schedule_id, query);
        return json(
          200,
          slots.map(toMissedSlot),
          listHeaders(total, { url: request.originalUrl, ...query }),
        );
      },
    }),
  ];
}
