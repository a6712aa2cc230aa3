import { UserError } from '../../../runner/domain/errors.ts';
import { plainCron } from './cron-fields.ts';
import { requireZone } from './zone-offset.ts';

/**
 * Why the times of a stored schedule cannot be computed here: another version wrote its cron
 * expression, or the time zone data of this process lacks its zone. Null when they can.
 */
export function timingFault(schedule: {
  readonly cron: string;
  readonly timezone: string;
}): string | null {
  try {
    plainCron(schedule.cron);
    requireZone(schedule.timezone);
    return null;
  } catch (error) {
    if (error instanceof UserError) return error.message;
    throw error;
  }
}
