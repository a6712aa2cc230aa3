import { z } from 'zod';
import { ENGINES } from '../../../runner/domain/engine.ts';
import { RUN_STATUSES } from '../../../runner/domain/run-status.ts';
import {
  anyObject,
  checkedLater,
  descriptionText,
  storedDescription,
  timestampText,
} from '../../openapi/field-types.ts';
import { LIST_PAGE, summaryField } from '../../openapi/list-query.ts';
import { queryInteger } from '../../openapi/query-types.ts';
import { MissedSlotBrief } from './missed-slot-schemas.ts';

/** The maximum of an INTEGER column. */
const MAX_INTEGER = 2_147_483_647;

const id = '5b0c7a52-8f7e-4c86-9a70-6f0a2b1f3c11';
const flowId = 'dc60953c-3bf9-4e5d-b1c9-43c62e43b51f';
const runId = '0f5e0c8e-5c5b-4b57-9d3c-3f1e6f4a7b21';

const cron = z.string().min(1).max(255).meta({
  description:
    'Five fields (minute hour day month weekday) with `*`, `,`, `-`, `/` and English names, or @yearly, @annually, @monthly, @weekly, @daily, @midnight, @hourly. When both day and weekday are set, either matches.',
});
const name = z.string().max(255).nullable().meta({ description: 'Need not be unique.' });
const timezone = z
  .string()
  .max(64)
  .meta({ description: 'Name of the IANA database, its case as there.' });
const engine = checkedLater(ENGINES, 'Null: the engine of the flow, else the default.').nullable();
const isEnabled = z.boolean().meta({ description: 'Whether it runs at its slots.' });
const catchUp = z.boolean().meta({
  description:
    'Whether slots that were missed while no server polled schedules run later: the latest, each once, up to SERVICE_SCHEDULER_CATCH_UP_LIMIT, which is one by default.',
});
const onlyIfChanged = z.boolean().meta({
  description:
    'Whether a slot starts no run when neither the flow nor its data have changed since the latest successful run of the schedule: the versions of its datasets, the objects of its storageInputs (path, and ETag or time and size), rows beyond the watermarks of its sqlInputs with incremental_column, and the hosts, ports and databases of its connections. Such a slot is recorded as missed with the reason unchanged. A sqlInput without incremental_column always counts as changed, and so does a check that fails or takes longer than ten seconds: the run says why. A flow with now() or today() runs at each slot unless the schedule has a time_parameter, and so does one with a script that is not deterministic. Retries, run-now and backfills run in any case.',
});
const maxRetries = z
  .int()
  .min(0)
  .max(10)
  .meta({ description: 'Maximum of retries of a failed run before the next slot.' });
const retryDelaySeconds = z
  .int()
  .min(1)
  .max(MAX_INTEGER)
  .meta({ description: 'Delay of the first retry; it doubles with each retry, up to an hour.' });
const runTimeoutSeconds = z.int().min(0).max(MAX_INTEGER).nullable().meta({
  description: 'Timeout of each run; 0 means none. Null: the setting RUN_TIMEOUT_SECONDS.',
});
const parameters = anyObject
  .nullable()
  .meta({ description: "Values for the flow's declared parameters, by name." });
const timeParameter = z.string().max(255).nullable().meta({
  description:
    'A declared text parameter of the flow that is set to the time of each run: ISO 8601, UTC. That is the slot, also of a retry or a caught-up run, and the present for run-now. Null: none; expressions read the time by now() and today().',
});

const ScheduleRunBrief = z
  .object({
    id: z.string().meta({ description: 'The run.' }),
    status: z.enum(RUN_STATUSES).meta({ description: 'Its state.' }),
    created_at: timestampText,
  })
  .meta({
    id: 'ScheduleRunBrief',
    description: 'A run of a schedule, in brief.',
    examples: [{ id: runId, status: 'success', created_at: '2026-11-21T06:00:00.171000Z' }],
  });

const SCHEDULE_EXAMPLES = [
  {
    id,
    flow_id: flowId,
    name: 'Every morning',
    description: null,
    cron: '0 7 * * MON-FRI',
    timezone: 'Europe/Berlin',
    engine: null,
    is_enabled: true,
    state: 'active',
    invalid_reason: null,
    catch_up: false,
    only_if_changed: false,
    max_retries: 2,
    retry_delay_seconds: 60,
    run_timeout_seconds: null,
    parameters: { minimum: 10 },
    time_parameter: 'day',
    next_run_at: '2026-11-23T06:00:00.000000Z',
    last_fired_at: '2026-11-20T06:00:12.104000Z',
    last_run_id: runId,
    last_status: 'success',
    consecutive_failures: 0,
    retry_count: 0,
    disabled_reason: null,
    last_missed_slot: null,
    recent_runs: [{ id: runId, status: 'success', created_at: '2026-11-20T06:00:12.171000Z' }],
    created_at: '2026-11-19T09:34:09.175000Z',
    updated_at: '2026-11-19T09:34:09.175000Z',
  },
];

export const ScheduleRead = z
  .object({
    id: z.string().meta({ description: 'UUID.' }),
    flow_id: z.string().meta({ description: 'The flow that it runs.' }),
    name: z.string().nullable().meta({ description: 'Need not be unique.' }),
    description: storedDescription,
    cron: z.string().meta({ description: 'The cron expression, as it was sent.' }),
    timezone: z.string().meta({ description: 'The time zone of the cron expression.' }),
    engine: z.enum(ENGINES).nullable().meta({ description: 'The engine of its runs.' }),
    is_enabled: isEnabled,
    state: z.enum(['active', 'disabled', 'invalid', 'paused_by_flow']).meta({
      description:
        'paused_by_flow: enabled, but it does not run while its flow is disabled · invalid: enabled, but its times cannot be computed, see `invalid_reason`.',
    }),
    invalid_reason: z.string().nullable().meta({
      description:
        'Why its times cannot be computed: this server does not know its zone, or cannot read its cron expression. Null when they can.',
    }),
    catch_up: catchUp,
    only_if_changed: onlyIfChanged,
    max_retries: z.int().meta({ description: 'Maximum of retries of a failed run.' }),
    retry_delay_seconds: z.int().meta({ description: 'Delay of the first retry.' }),
    run_timeout_seconds: z.int().nullable().meta({ description: 'Timeout of each run.' }),
    parameters,
    time_parameter: timeParameter,
    next_run_at: timestampText.nullable().meta({ description: 'Null while it is disabled.' }),
    last_fired_at: timestampText.nullable().meta({ description: 'When it ran last.' }),
    last_run_id: z
      .string()
      .nullable()
      .meta({ description: 'Null when the last slot started no run.' }),
    last_status: z.enum(RUN_STATUSES).nullable().meta({ description: 'Status of the last run.' }),
    consecutive_failures: z.int().meta({ description: 'Failures since the last success.' }),
    retry_count: z.int().meta({ description: 'Retries since the last slot.' }),
    disabled_reason: z
      .string()
      .nullable()
      .meta({ description: 'Why it was disabled automatically.' }),
    last_missed_slot: MissedSlotBrief.nullable().meta({
      description: 'The latest missed slot; null: none is recorded.',
    }),
    recent_runs: z.array(ScheduleRunBrief).meta({ description: 'The newest five.' }),
    created_at: timestampText,
    updated_at: timestampText,
  })
  .meta({
    id: 'ScheduleRead',
    description: 'Runs a flow automatically, at the times of a cron expression.',
    examples: SCHEDULE_EXAMPLES,
  });
export type ScheduleRead = z.output<typeof ScheduleRead>;

export const ScheduleListItem = ScheduleRead.partial({ parameters: true, recent_runs: true }).meta({
  id: 'ScheduleListItem',
  description: 'A schedule; with fields=summary without parameters and recent runs.',
  examples: SCHEDULE_EXAMPLES,
});

export const ScheduleCreate = z
  .object({
    cron,
    name: name.optional(),
    description: descriptionText.optional(),
    timezone: timezone.default('UTC'),
    engine: engine.optional(),
    is_enabled: isEnabled.default(true),
    catch_up: catchUp.default(false),
    only_if_changed: onlyIfChanged.default(false),
    max_retries: maxRetries.default(0),
    retry_delay_seconds: retryDelaySeconds.default(60),
    run_timeout_seconds: runTimeoutSeconds.optional(),
    parameters: parameters.optional(),
    time_parameter: timeParameter.optional(),
  })
  .meta({
    id: 'ScheduleCreate',
    description: 'A new schedule of a flow.',
    examples: [{ cron: '0 7 * * MON-FRI', timezone: 'Europe/Berlin', max_retries: 2 }],
  });
export type ScheduleCreate = z.output<typeof ScheduleCreate>;

export const ScheduleUpdate = z
  .object({
    cron: cron.optional(),
    name: name.optional(),
    description: descriptionText.optional(),
    timezone: timezone.optional(),
    engine: engine.optional(),
    is_enabled: isEnabled.optional(),
    catch_up: catchUp.optional(),
    only_if_changed: onlyIfChanged.optional(),
    max_retries: maxRetries.optional(),
    retry_delay_seconds: retryDelaySeconds.optional(),
    run_timeout_seconds: runTimeoutSeconds.optional(),
    parameters: parameters.optional(),
    time_parameter: timeParameter.optional(),
  })
  .meta({
    id: 'ScheduleUpdate',
    description: 'The fields to change. An absent field is kept, null clears it.',
    examples: [{ is_enabled: false }, { cron: '@daily', engine: null }],
  });
export type ScheduleUpdate = z.output<typeof ScheduleUpdate>;

export const ScheduleListQuery = z.object({
  flow_id: z.string().optional().meta({ description: 'Schedules of this flow.' }),
  ...LIST_PAGE,
  fields: summaryField('parameters and recent runs'),
});

export const ScheduleRunsQuery = z.object({
  limit: queryInteger(z.int().min(1).max(10_000))
    .default(100)
    .meta({ description: 'Maximum number of items.' }),
  offset: queryInteger(z.int().min(0)).default(0).meta({ description: 'Number of items to skip.' }),
});
export type ScheduleRunsQuery = z.output<typeof ScheduleRunsQuery>;
