import { optionalTimestamp, recordTimestamp } from '../../http/responses/record-timestamp.ts';
import { MISSED_REASONS } from '../../domain/schedules/missed-reason.ts';
import type { MissedSlot } from '../../domain/schedules/missed-slot-store.ts';
import { slotText } from '../../domain/schedules/slot.ts';
import { timingError } from '../../domain/schedules/cron-times.ts';
import type { MissedSlotBrief, MissedSlotRead } from './missed-slot-schemas.ts';
import type { ScheduleCreate, ScheduleRead, ScheduleUpdate } from './schemas.ts';
import type { ScheduleFields, ScheduleRecord } from '../../domain/schedules/store.ts';
import type { JsonObject } from '../../../runner/domain/json.ts';
import { chooseEngine } from '../../domain/graphs/choose-engine.ts';
import { objectText } from '../../http/responses/stored-json.ts';

/** A schedule as the API shows it. */
export function toScheduleRead(schedule: ScheduleRecord): ScheduleRead {
  const invalidReason = timingError(schedule);
  return {
    id: schedule.id,
    flow_id: schedule.flowId,
    name: schedule.name,
    description: schedule.description,
    cron: schedule.cron,
    timezone: schedule.timezone,
    engine: schedule.engine,
    is_enabled: schedule.isEnabled,
    state: stateOf(schedule, invalidReason !== null),
    invalid_reason: invalidReason,
    catch_up: schedule.catchUp,
    only_if_changed: schedule.onlyIfChanged,
    max_retries: schedule.maxRetries,
    retry_delay_seconds: schedule.retryDelaySeconds,
    run_timeout_seconds: schedule.runTimeoutSeconds,
    parameters: schedule.parameters === null ? null : { ...schedule.parameters },
    time_parameter: schedule.timeParameter,
    next_run_at: optionalTimestamp(schedule.nextRunAt),
    last_fired_at: optionalTimestamp(schedule.lastFiredAt),
    last_run_id: schedule.lastRunId,
    last_status: schedule.lastStatus,
    consecutive_failures: schedule.consecutiveFailures,
    retry_count: schedule.retryCount,
    disabled_reason: schedule.disabledReason,
    last_missed_slot: schedule.lastMissed === null ? null : missedBrief(schedule.lastMissed),
    recent_runs: schedule.recentRuns.map(({ id, status, createdAt }) => ({
      id,
      status,
      created_at: recordTimestamp(createdAt),
    })),
    created_at: recordTimestamp(schedule.createdAt),
    updated_at: recordTimestamp(schedule.updatedAt),
  };
}

/** The JSON of a schedule. */
export function toScheduleText(schedule: ScheduleRecord): string {
  return objectText({ ...toScheduleRead(schedule) });
}

/** The same without its parameters and runs. */
export function toScheduleSummary(schedule: ScheduleRecord): string {
  return objectText({
    ...toScheduleRead(schedule),
    parameters: undefined,
    recent_runs: undefined,
  });
}

/** @throws DomainError invalid for an unknown engine */
export function toScheduleFields(body: ScheduleCreate): ScheduleFields {
  const engine = body.engine ?? null;
  return {
    name: body.name ?? null,
    description: body.description ?? null,
    cron: body.cron,
    timezone: body.timezone,
    engine: engine === null ? null : chooseEngine([engine], engine),
    isEnabled: body.is_enabled,
    catchUp: body.catch_up,
    onlyIfChanged: body.only_if_changed,
    maxRetries: body.max_retries,
    retryDelaySeconds: body.retry_delay_seconds,
    runTimeoutSeconds: body.run_timeout_seconds ?? null,
    parameters: (body.parameters ?? null) as JsonObject | null,
    timeParameter: body.time_parameter ?? null,
  };
}

/** Only the fields that are given. @throws DomainError invalid for an unknown engine */
export function toScheduleChange(body: ScheduleUpdate): Partial<ScheduleFields> {
  const { engine } = body;
  const change = {
    name: body.name,
    description: body.description,
    cron: body.cron,
    timezone: body.timezone,
    engine: typeof engine === 'string' ? chooseEngine([engine], engine) : engine,
    isEnabled: body.is_enabled,
    catchUp: body.catch_up,
    onlyIfChanged: body.only_if_changed,
    maxRetries: body.max_retries,
    retryDelaySeconds: body.retry_delay_seconds,
    runTimeoutSeconds: body.run_timeout_seconds,
    parameters: body.parameters as JsonObject | null | undefined,
    timeParameter: body.time_parameter,
  };
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
}

/** A slot that no run was started for as the API shows it. */
export function toMissedSlot(missed: MissedSlot): MissedSlotRead {
  return { ...missedBrief(missed), recorded_at: recordTimestamp(missed.recordedAt) };
}

function missedBrief({ slot, reason }: Pick<MissedSlot, 'slot' | 'reason'>): MissedSlotBrief {
  return { scheduled_for: slotText(slot), reason, message: MISSED_REASONS[reason] };
}

function stateOf(schedule: ScheduleRecord, isInvalid: boolean): ScheduleRead['state'] {
  if (!schedule.isEnabled) return 'disabled';
  if (isInvalid) return 'invalid';
  return schedule.isFlowDisabled ? 'paused_by_flow' : 'active';
}
