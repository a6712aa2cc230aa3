import type { BackfillSlot as RequestedSlot } from '../../domain/schedules/backfill-service.ts';
import { slotText } from '../../domain/schedules/slot.ts';
import type { SlotState } from '../../domain/schedules/slot-queue.ts';
import type { BackfillRead, BackfillSlot } from './backfill-schemas.ts';

/** The slots of a requested range as the API shows them. */
export function toBackfillRead(
  scheduleId: string,
  isDryRun: boolean,
  slots: readonly RequestedSlot[],
): BackfillRead {
  return {
    schedule_id: scheduleId,
    dry_run: isDryRun,
    new_slots: slots.filter(({ before }) => before === null).length,
    slots: slots.map(({ slot, before }) =>
      before === null ? toNewSlot(slot) : toBackfillSlot(before),
    ),
  };
}

/** A slot of the queue as the API shows it. */
export function toBackfillSlot({ slot, runId, runStatus, refusal }: SlotState): BackfillSlot {
  return {
    scheduled_for: slotText(slot),
    status: runStatus ?? (refusal === null ? 'waiting' : 'refused'),
    run_id: runId,
    reason: refusal,
    is_new: false,
  };
}

function toNewSlot(slot: Date): BackfillSlot {
  const scheduled_for = slotText(slot);
  return { scheduled_for, status: 'waiting', run_id: null, reason: null, is_new: true };
}
