import { z } from 'zod';
import { computeResourcesSchema } from './compute-resources.ts';
import { conditionSchema } from './condition.ts';
import { idSchema, timeSchema, immutable } from './field-schemas.ts';
import { MAX_TIMEOUT_SECONDS } from './run.ts';

/** A Schedule's name is that of its CronJob, which appends eleven characters for its Jobs. */
export const MAX_SCHEDULE_NAME_LENGTH = 52;
/** Times that wait for an answer are listed up to so many: the CronJob makes one at a time. */
export const MAX_WAITING_TIMES = 10;
const MAX_CRON_LENGTH = 1024;
const MAX_TIME_ZONE_LENGTH = 64;

/** What is wanted: when a flow is to be run. Whether a time that came is run is for the API to say. */
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
      .meta({ description: 'The zone whose clock counts, by its name in the IANA database.' }),
    suspend: z.boolean().default(false).meta({ description: 'No time comes while this is true.' }),
    timeoutSeconds: z
      .int()
      .min(0)
      .max(MAX_TIMEOUT_SECONDS)
      .default(0)
      .meta({ description: 'Seconds that a runner may take; 0 means no limit.' }),
    resources: computeResourcesSchema
      .default({})
      .meta({ description: "What a runner gets; by default the installation's values." }),
    settledThrough: timeSchema.optional().meta({
      description: 'Times up to this one are decided: Jobs that still wait for them are deleted.',
    }),
  })
  .meta({ 'x-kubernetes-validations': ['scheduleId', 'flowId'].map(immutable) });

const waitingSchema = z.object({
  scheduledFor: timeSchema.meta({ description: 'The time that came.' }),
  job: z.string().max(63).meta({ description: 'Its Job, which is suspended.' }),
});

/** What was seen. */
export const scheduleStatusSchema = z.object({
  observedGeneration: z.int().min(0).optional(),
  lastScheduledAt: timeSchema
    .optional()
    .meta({ description: 'The latest time for which the CronJob made a Job.' }),
  waiting: z
    .array(waitingSchema)
    .max(MAX_WAITING_TIMES)
    .optional()
    .meta({
      description: 'Times that came and are not decided yet, the oldest first.',
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
