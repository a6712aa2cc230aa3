import { Prisma } from '../../../prisma/generated/client.ts';

/**
 * A claim without an outcome after this time belongs to a dead process. A check and its wait for a runner take less.
 */
const CHECK_TIMEOUT_SECONDS = 60;

/** The condition that no process checks the slot of `schedule`. By the clock of the database, as the claim. */
export const IS_UNCHECKED = Prisma.sql`(
  schedule.check_claimed_at IS NULL
  OR schedule.check_claimed_at < clock_timestamp() - ${CHECK_TIMEOUT_SECONDS} * interval '1 second')`;
