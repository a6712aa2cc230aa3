import { z } from 'zod';
import type { Database } from '../../../prisma/client.ts';
import { Prisma } from '../../../prisma/generated/client.ts';
import { queryRows } from '../../../prisma/query-rows.ts';
import type { DueSchedule } from './due-store.ts';
import { IS_UNCHECKED } from './unchecked-slot.ts';

/** Proof that this process alone finds out whether a due slot has anything to do. */
export interface CheckClaim {
  readonly scheduleId: string;
  readonly slot: Date;
  readonly claimedAt: Date;
}

/**
 * Claims on the checks of slots. They count neither as runs nor as claims of the flow, so that a source that does
 * not answer holds up nothing else; the slot stays due meanwhile.
 */
export interface CheckStore {
  /** @returns null when another process was faster */
  claim(schedule: DueSchedule): Promise<CheckClaim | null>;
  /** Records that the slot has something to do, so that it is not checked again, and ends the claim. */
  recordChanged(claim: CheckClaim): Promise<void>;
  /**
   * Moves the schedule on from a slot that has nothing to do, and ends the claim.
   * @returns false when the slot runs all the same, or is due no longer: the schedule was changed meanwhile
   */
  skip(claim: CheckClaim, nextRunAt: Date | null): Promise<boolean>;
  /** Ends the claim; the slot stays due. */
  release(claim: CheckClaim): Promise<void>;
}

const claimRow = z.object({ claimedAt: z.date() });

export function createCheckStore(database: Database): CheckStore {
  return {
    async claim({ id: scheduleId, nextRunAt: slot }) {
      // Raw: the database's clock. A Date has milliseconds.
      const [row] = await queryRows(
        database,
        claimRow,
        Prisma.sql`
        UPDATE schedules AS schedule
        SET check_claimed_at = date_trunc('milliseconds', clock_timestamp())
        WHERE schedule.id = ${scheduleId} AND schedule.next_run_at = ${slot}
          AND schedule.is_enabled AND schedule.fire_kind IS NULL AND ${IS_UNCHECKED}
        RETURNING schedule.check_claimed_at AS "claimedAt"`,
      );
      return row === undefined ? null : { scheduleId, slot, ...row };
    },
    async recordChanged(claim) {
      const data = { checkedSlot: claim.slot, checkClaimedAt: null };
      await database.schedule.updateMany({ where: whereClaimed(claim), data });
    },
    async skip(claim, nextRunAt) {
      const { count } = await database.schedule.updateMany({
        where: { ...whereClaimed(claim), nextRunAt: claim.slot, isEnabled: true, fireKind: null },
        data: { nextRunAt, retryCount: 0, checkClaimedAt: null },
      });
      if (count === 0) await this.release(claim);
      return count > 0;
    },
    async release(claim) {
      await database.schedule.updateMany({
        where: whereClaimed(claim),
        data: { checkClaimedAt: null },
      });
    },
  };
}

function whereClaimed({ scheduleId, claimedAt }: CheckClaim): Prisma.ScheduleWhereInput {
  return { id: scheduleId, checkClaimedAt: claimedAt };
}
