import { z } from 'zod';
import { jsonText } from '../../../prisma/query-rows.ts';
import { ENGINES } from '../../../runner/domain/engine.ts';
import { RUN_STATUSES, RUN_TRIGGERS } from '../../../runner/domain/run-status.ts';
import type { InputRef } from './run-record.ts';

/** The columns of a run in a list, which a whole run has too. */
export const runColumns = {
  id: z.string(),
  flowId: z.string(),
  inputDatasetId: z.string().nullable(),
  inputDatasets: jsonText<InputRef[]>().nullable(),
  status: z.enum(RUN_STATUSES),
  engine: z.enum(ENGINES),
  trigger: z.enum(RUN_TRIGGERS),
  scheduleId: z.string().nullable(),
  localTime: z.string().nullable(),
  timeZone: z.string().nullable(),
  outputLocation: z.string().nullable(),
  startedAt: z.date().nullable(),
  finishedAt: z.date().nullable(),
  createdAt: z.date(),
};
