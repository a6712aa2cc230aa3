import { z } from 'zod';
import { ENGINES } from '../../runner/domain/engine.ts';
import { DEFAULT_ATTEMPT_LIMIT, MAX_ATTEMPTS } from '../../runner/domain/run-attempts.ts';
import { RUN_STATUSES, RUN_TRIGGERS } from '../../runner/domain/run-status.ts';
import { computeResourcesSchema } from './compute-resources.ts';
import { conditionSchema } from './condition.ts';
import {
  idSchema,
  immutable,
  immutableIfPresent,
  runtimeSchema,
  timeSchema,
} from './field-schemas.ts';
import { runSecretsSchema } from './run-secrets.ts';

export const GROUP = 'millrace.dev';
export const VERSION = 'v1alpha1';

/** `"true"` on a finished Run that the API has recorded, so that the operator may delete it. */
export const RECORDED_ANNOTATION = `${GROUP}/recorded`;

/** Parent span of a Run, as a W3C Trace Context `traceparent`. */
export const TRACEPARENT_ANNOTATION = `${GROUP}/traceparent`;

/** A Run's name is part of its Jobs' names, which are labels of at most 63 characters. */
export const MAX_RUN_NAME_LENGTH = 57;
/** A year. */
export const MAX_TIMEOUT_SECONDS = 31_536_000;
const MAX_MESSAGE_LENGTH = 4096;
export const MAX_REASON_LENGTH = 128;

const message = z.string().max(MAX_MESSAGE_LENGTH);

const scheduledSchema = z.object({
  scheduleId: idSchema.meta({
    description: 'The id of the schedule, which is the name of its Schedule.',
  }),
  scheduledFor: timeSchema.meta({ description: 'The time of its cron expression.' }),
});

/** Desired state. It refers to graph, parameters and data by id and storage key. */
export const runSpecSchema = z
  .object({
    runId: idSchema.meta({ description: 'The id of the run in the API.' }),
    flowId: idSchema.meta({ description: 'The id of the flow that is run.' }),
    specKey: z
      .string()
      .min(1)
      .max(1024)
      .meta({ description: 'Object key of the document that the runner executes.' }),
    engine: z.enum(ENGINES),
    trigger: z.enum(RUN_TRIGGERS),
    timeoutSeconds: z
      .int()
      .min(0)
      .max(MAX_TIMEOUT_SECONDS)
      .default(0)
      .meta({ description: 'Seconds that the runner may take; 0 means no limit.' }),
    attemptLimit: z.int().min(1).max(MAX_ATTEMPTS).default(DEFAULT_ATTEMPT_LIMIT).meta({
      description:
        'Maximum number of attempts when infrastructure fails. An attempt that a queue evicts does not count, but no run has more than 10 attempts in all.',
    }),
    schedule: scheduledSchema.optional().meta({
      description:
        'The slot of a Schedule that the run is for. The run adopts the waiting Job of that slot.',
    }),
    resources: computeResourcesSchema
      .default({})
      .meta({ description: "What the runner gets; by default the installation's values." }),
    runtime: runtimeSchema,
    secrets: runSecretsSchema,
    cancelRequested: z
      .boolean()
      .default(false)
      .meta({ description: 'Stops the run. Cannot be taken back.' }),
  })
  .meta({
    'x-kubernetes-validations': [
      ...['runId', 'flowId', 'specKey', 'engine', 'trigger'].map(immutable),
      ...['timeoutSeconds', 'attemptLimit', 'resources'].map(immutable),
      ...['schedule', 'runtime', 'secrets'].map(immutableIfPresent),
      {
        rule: 'self.cancelRequested || !oldSelf.cancelRequested',
        message: 'a cancellation cannot be taken back',
      },
    ],
  });

const attemptSchema = z.object({
  number: z.int().min(1).max(MAX_ATTEMPTS),
  reason: z.string().max(MAX_REASON_LENGTH),
  message,
  startedAt: timeSchema.optional(),
  finishedAt: timeSchema.optional(),
  lostAt: timeSchema.optional().meta({
    description:
      'When the loss was seen. The next attempt may have to wait for the pod of this one.',
  }),
});

/** Observed state. The condition `Succeeded` is authoritative; `phase` summarises it for people. */
export const runStatusSchema = z.object({
  phase: z.enum(RUN_STATUSES).optional(),
  attempt: z
    .int()
    .min(1)
    .max(MAX_ATTEMPTS)
    .optional()
    .meta({ description: 'The attempt under way, or the last one.' }),
  jobUid: z
    .string()
    .max(64)
    .optional()
    .meta({ description: "The uid of the attempt's Job, once it was made." }),
  resultKey: z
    .string()
    .max(1024)
    .optional()
    .meta({ description: 'Object key of the result, when the runner wrote one.' }),
  startedAt: timeSchema.optional(),
  finishedAt: timeSchema.optional(),
  observedGeneration: z.int().min(0).optional(),
  attempts: z
    .array(attemptSchema)
    .max(MAX_ATTEMPTS)
    .optional()
    .meta({
      description: 'Attempts that were lost to the infrastructure.',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['number'],
    }),
  conditions: z
    .array(conditionSchema)
    .max(8)
    .optional()
    .meta({ 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['type'] }),
});

/** The spec of a Run with defaults applied, as the API server returns it. */
export type RunSpec = z.output<typeof runSpecSchema>;
export type RunStatus = z.output<typeof runStatusSchema>;
export type LostAttempt = z.output<typeof attemptSchema>;
