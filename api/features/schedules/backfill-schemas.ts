import { z } from 'zod';
import { RUN_STATUSES } from '../../../runner/domain/run-status.ts';
import { queryDatetime } from '../../openapi/query-types.ts';

const slot = {
  scheduled_for: '2026-11-20T06:00:00Z',
  status: 'waiting',
  run_id: null,
  reason: null,
  is_new: true,
};

const BackfillSlot = z
  .object({
    scheduled_for: z.string().meta({
      description:
        'The time of the cron expression, ISO 8601, UTC: what `time_parameter` is given.',
    }),
    status: z.enum(['waiting', 'refused', ...RUN_STATUSES]).meta({
      description:
        'waiting: its run comes when those before it have ended · refused: it could not be run, see `reason` · else the status of its run.',
    }),
    run_id: z.string().nullable().meta({
      description: 'Its run; null before it was started. Retention may have removed it since.',
    }),
    reason: z.string().nullable().meta({ description: 'Why it could not be run.' }),
    is_new: z.boolean().meta({
      description:
        'Whether this request put it in line (or would, with `dry_run`); false when it was run or asked for before.',
    }),
  })
  .meta({
    id: 'BackfillSlot',
    description: 'A past time of a schedule.',
    examples: [slot],
  });
export type BackfillSlot = z.output<typeof BackfillSlot>;

const MAX_TIMES = 1_000;
const DEFAULT_TIMES = 100;

export const BackfillCreate = z
  .object({
    from: queryDatetime.meta({
      description: 'The first time, inclusive: ISO 8601; UTC when it has no offset.',
    }),
    to: queryDatetime.meta({
      description: 'The end, exclusive, not in the future: ISO 8601; UTC when it has no offset.',
    }),
    max: z
      .int()
      .min(1)
      .max(MAX_TIMES)
      .default(DEFAULT_TIMES)
      .meta({ description: 'A range with more times than this is refused.' }),
    time_parameter: z.string().nullable().optional().meta({
      description:
        'A declared parameter of the flow that each run is given its time in, as ISO 8601 text. Absent or null: that of the schedule, if it has one.',
    }),
    dry_run: z.boolean().default(false).meta({ description: 'Only tell what would be run.' }),
  })
  .meta({
    id: 'BackfillCreate',
    description: 'Past times of a schedule to run.',
    examples: [
      { from: '2024-01-01', to: '2024-01-08', dry_run: true },
      { from: '2024-01-01T00:00:00+01:00', to: '2024-01-03T00:00:00+01:00' },
    ],
  });
export type BackfillCreate = z.output<typeof BackfillCreate>;

export const BackfillRead = z
  .object({
    schedule_id: z.string().meta({ description: 'The schedule.' }),
    dry_run: z.boolean().meta({ description: 'Whether nothing was done.' }),
    new_slots: z.int().meta({ description: 'How many were put in line, or would be.' }),
    slots: z
      .array(BackfillSlot)
      .meta({ description: 'Every time of the range, the oldest first.' }),
  })
  .meta({
    id: 'BackfillRead',
    description: 'The times of a range and what becomes of them.',
    examples: [
      {
        schedule_id: '5b0c7a52-8f7e-4c86-9a70-6f0a2b1f3c11',
        dry_run: false,
        new_slots: 1,
        slots: [slot],
      },
    ],
  });
export type BackfillRead = z.output<typeof BackfillRead>;

export const BackfillSlots = z.array(BackfillSlot);

export const BackfillCancel = z
  .object({
    schedule_id: z.string().meta({ description: 'The schedule.' }),
    removed: z.int().meta({ description: 'How many times were waiting.' }),
  })
  .meta({
    id: 'BackfillCancel',
    description: 'What was taken out of the line.',
    examples: [
      {
        schedule_id: '5b0c7a52-8f7e-4c86-9a70-6f0a2b1f3c11',
        removed: 3,
      },
    ],
  });
