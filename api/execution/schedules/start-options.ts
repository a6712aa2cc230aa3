import type { JsonObject } from '../../../runner/domain/json.ts';
import type { TriggerRequest } from '../../domain/schedules/trigger-store.ts';
import { slotText } from '../../domain/schedules/slot-text.ts';

/** Which run of a schedule is started. */
export interface StartOptions {
  /** The time that it is given: of a retry the slot that it is for, of a run asked for the present. */
  readonly slot: Date;
  /** When it was due; no other run is started for the same time. Absent: it was asked for. */
  readonly dueAt?: Date;
  /** Whether that is the time of a retry, rather than one of the cron expression. */
  readonly isRetry?: boolean;
  /** Instead of the schedule's own; null or absent: that. */
  readonly timeParameter?: string | null;
}

/** The parameters of the schedule, and the time where one of them is given it. */
export function parametersOf(request: TriggerRequest | null, what: StartOptions): JsonObject {
  const name = what.timeParameter ?? request?.timeParameter ?? null;
  const time = name === null ? {} : { [name]: slotText(what.slot) };
  return { ...request?.parameters, ...time };
}
