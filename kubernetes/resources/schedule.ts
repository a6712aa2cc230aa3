import { z } from 'zod';
import { computeResourcesSchema } from './compute-resources.ts';
import { conditionSchema } from './condition.ts';
import { idSchema, immutable, runtimeSchema, timeSchema } from './field-schemas.ts';
import { MAX_TIMEOUT_SECONDS } from './run.ts';

/** A Schedule's name is that of its CronJob, which appends eleven characters for its Jobs. */
export const MAX_SCHEDULE_NAME_LENGTH = 52;
/** Maximum number of waiting slots in the status. The CronJob creates one Job at a time, so there are few. */
export const MAX_WAITING_TIMES = 10;
const MAX_CRON_LENGTH = 1024;
const MAX_TIME_ZONE_LENGTH = 64;

/** Desired state: when a flow is scheduled to run. The API decides whether a slot that is due gets a run. */
export const scheduleSpecSchema = z
  .object({
    scheduleId: idSchema.meta({ description: 'The id of the schedule in the API.' }),
    flowId: idSchema.meta({ description: 'The id of the flow that is run.' }),
    cron: z
      .string()
      .min(1)
      .max(MAX_CRON_LENGTH)
      .meta({ description: 'Five fields, as a CronJob reads them.' }),
    timeZone: z
      .string()
      .min(1)
      .max(MAX_TIME_ZONE_LENGTH)
      .meta({ description: 'The time zone of the schedule, by its name in the IANA database.' }),
    suspend: z
      .boolean()
      .default(false)
      .meta({ description: 'No slot is scheduled while this is true.' }),
    timeoutSeconds: z
      .int()
      .min(0)
      .max(MAX_TIMEOUT_SECONDS)
      .default(0)
      .meta({ description: 'Seconds that a runner may take; 0 means no limit.' }),
    resources: computeResourcesSchema
      .default({})
      .meta({ description: "What a runner gets; by default the installation's values." }),
    runtime: runtimeSchema,
    settledThrough: timeSchema.optional().meta({
      description: 'Slots up to this time are settled: Jobs that still wait for them are deleted.',
    }),
  })
  .meta({ 'x-kubernetes-validations': ['scheduleId', 'flowId'].map(immutable) });

const waitingSchema = z.object({
  scheduledFor: timeSchema.meta({ description: 'The scheduled time of the slot.' }),
  job: z.string().max(63).meta({ description: 'The suspended Job of the slot.' }),
});

/** Observed state. */
export const scheduleStatusSchema = z.object({
  observedGeneration: z.int().min(0).optional(),
  lastScheduledAt: timeSchema
    .optional()
    .meta({ description: 'The latest slot for which the CronJob created a Job.' }),
  waiting: z
    .array(waitingSchema)
    .max(MAX_WAITING_TIMES)
    .optional()
    .meta({
      description: 'Slots that are due and not settled yet, the oldest first.',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['scheduledFor'],
    }),
  conditions: z
    .array(conditionSchema)
    .max(8)
    .optional()
    .meta({ 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['type'] }),
});

/** A Schedule as the API server gives it: defaults filled in. */
export type ScheduleSpec = z.output<typeof scheduleSpecSchema>;
export type ScheduleStatus = z.output<typeof scheduleStatusSchema>;
