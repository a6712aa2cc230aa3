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
      description: 'The slot, ISO 8601, UTC: the value of `time_parameter`.',
    }),
    status: z.enum(['waiting', 'refused', ...RUN_STATUSES]).meta({
      description:
        'waiting: runs after those before it have finished · refused: could not run, see `reason` · else the status of its run.',
    }),
    run_id: z.string().nullable().meta({
      description: 'Its run; null before it starts. Retention may have removed the run since.',
    }),
    reason: z.string().nullable().meta({ description: 'Why it could not run.' }),
    is_new: z.boolean().meta({
      description:
        'Whether this request enqueued it (or would, with `dry_run`); false when it ran or was requested before.',
    }),
  })
  .meta({
    id: 'BackfillSlot',
    description: 'A past slot of a schedule.',
    examples: [slot],
  });
export type BackfillSlot = z.output<typeof BackfillSlot>;

const MAX_TIMES = 1_000;
const DEFAULT_TIMES = 100;

export const BackfillCreate = z
  .object({
    from: queryDatetime.meta({
      description: 'Start of the range, inclusive: ISO 8601; UTC without an offset.',
    }),
    to: queryDatetime.meta({
      description:
        'End of the range, exclusive, not in the future: ISO 8601; UTC without an offset.',
    }),
    max: z
      .int()
      .min(1)
      .max(MAX_TIMES)
      .default(DEFAULT_TIMES)
      .meta({ description: 'A range with more slots is rejected.' }),
    time_parameter: z.string().nullable().optional().meta({
      description:
        'A declared parameter of the flow that is set to the slot of each run, as ISO 8601 text. Absent or null: that of the schedule, if any.',
    }),
    dry_run: z.boolean().default(false).meta({ description: 'Only list what would run.' }),
  })
  .meta({
    id: 'BackfillCreate',
    description: 'Past slots of a schedule to run.',
    examples: [
      { from: '2024-01-01', to: '2024-01-08', dry_run: true },
      { from: '2024-01-01T00:00:00+01:00', to: '2024-01-03T00:00:00+01:00' },
    ],
  });
export type BackfillCreate = z.output<typeof BackfillCreate>;

export const BackfillRead = z
  .object({
    schedule_id: z.string().meta({ description: 'The schedule.' }),
    dry_run: z.boolean().meta({ description: 'Whether nothing was enqueued.' }),
    new_slots: z.int().meta({ description: 'How many slots were enqueued, or would be.' }),
    slots: z
      .array(BackfillSlot)
      .meta({ description: 'Every slot of the range, the oldest first.' }),
  })
  .meta({
    id: 'BackfillRead',
    description: 'The slots of a range.',
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
    removed: z.int().meta({ description: 'How many slots were waiting.' }),
  })
  .meta({
    id: 'BackfillCancel',
    description: 'The result of stopping a backfill.',
    examples: [
      {
        schedule_id: '5b0c7a52-8f7e-4c86-9a70-6f0a2b1f3c11',
        removed: 3,
      },
    ],
  });
