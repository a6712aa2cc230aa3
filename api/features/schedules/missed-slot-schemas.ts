import { z } from 'zod';
import { MISSED_REASON_NAMES, MISSED_REASONS } from '../../domain/schedules/missed-reason.ts';
import { timestampText } from '../../openapi/field-types.ts';

const brief = {
  scheduled_for: '2026-11-20T06:00:00Z',
  reason: 'no_scheduler',
  message: MISSED_REASONS.no_scheduler,
};

const fields = {
  scheduled_for: z.string().meta({ description: 'The slot, ISO 8601, UTC.' }),
  reason: z.enum(MISSED_REASON_NAMES).meta({ description: 'Why it started no run.' }),
  message: z.string().meta({ description: 'The reason as a sentence.' }),
};

export const MissedSlotBrief = z.object(fields).meta({
  id: 'MissedSlotBrief',
  description: 'A missed slot of a schedule, in brief.',
  examples: [brief],
});
export type MissedSlotBrief = z.output<typeof MissedSlotBrief>;

const MissedSlotRead = z.object({ ...fields, recorded_at: timestampText }).meta({
  id: 'MissedSlotRead',
  description: 'A missed slot of a schedule: it started no run.',
  examples: [{ ...brief, recorded_at: '2026-11-20T06:04:12.104000Z' }],
});
export type MissedSlotRead = z.output<typeof MissedSlotRead>;

export const MissedSlots = z.array(MissedSlotRead);
