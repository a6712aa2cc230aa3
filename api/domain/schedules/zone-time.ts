import { utcRunTime, type RunTime } from '../../../runner/domain/run-time.ts';
import { zoneOffset } from './zone-offset.ts';

/**
 * What the clock of a zone shows at an instant.
 * @throws UserError when the time zone data of this process lacks the zone
 */
export function zoneTime(instant: Date, timeZone: string): RunTime {
  const time = instant.getTime();
  const { localTime } = utcRunTime(new Date(time + zoneOffset(timeZone, time)));
  return { localTime, timeZone };
}
