import type { Logger } from 'pino';
import type { JsonObject } from '../../../runner/domain/json.ts';
import type { RunStatus } from '../../../runner/domain/run-status.ts';
import type { RunTime } from '../../../runner/domain/run-time.ts';
import { slotKey, slotText } from '../../domain/schedules/slot.ts';
import type {
  TriggerClaim,
  TriggerRequest,
  TriggerStore,
} from '../../domain/schedules/trigger-store.ts';
import { zoneTime } from '../../domain/schedules/zone-clock.ts';
import type { RunRequest } from '../launch/prepare-run.ts';
import type { LaunchedRun } from '../launch/run-launcher.ts';

/** Starts and reads runs: the run service. */
export interface RunStarter {
  start(
    flowId: string,
    request: RunRequest,
    origin: {
      readonly trigger: 'schedule';
      readonly scheduleId: string;
      readonly scheduledFor?: Date;
      readonly time: RunTime;
      readonly idempotencyKey?: string;
    },
  ): Promise<LaunchedRun>;
  /** Whether a run would do what the latest successful run of the schedule did. */
  wouldRepeat(
    flowId: string,
    request: RunRequest,
    schedule: { readonly id: string; readonly timeParameter: string | null },
  ): Promise<boolean>;
  read(runId: string): Promise<{ readonly status: RunStatus }>;
}

export interface ScheduledRun {
  /** The time that the run sees: its slot, of a retry the slot that it is for, of a manual run the present. */
  readonly slot: Date;
  /** When the run was due; one run is started for each time. Absent: a manual run. */
  readonly dueAt?: Date;
  /** Whether `dueAt` is the time of a retry rather than a slot. */
  readonly isRetry?: boolean;
  /** Replaces the time parameter of the schedule; null or absent: that. */
  readonly timeParameter?: string | null;
}

export interface StartScheduledRunDeps {
  readonly store: Pick<TriggerStore, 'findRequest' | 'recordRun'>;
  readonly runs: RunStarter;
  readonly logger: Logger;
}

/**
 * Starts the run of a claimed schedule and records it in the claim.
 * @throws IdempotencyKeyTakenError when the run of that time was started before; DomainError, UserError
 *   when the flow cannot run
 */
export async function startScheduledRun(
  { store, runs, logger }: StartScheduledRunDeps,
  claim: TriggerClaim,
  scheduled: ScheduledRun,
): Promise<LaunchedRun> {
  const { scheduleId, flowId } = claim;
  const { slot, dueAt, isRetry = false } = scheduled;
  const request = await store.findRequest(scheduleId);
  const run = await runs.start(flowId, runRequestOf(request, scheduled), {
    trigger: 'schedule',
    scheduleId,
    time: zoneTime(slot, request?.timezone ?? 'UTC'),
    ...(dueAt === undefined ? {} : { idempotencyKey: slotKey(scheduleId, dueAt) }),
    ...(dueAt === undefined || isRetry ? {} : { scheduledFor: dueAt }),
  });
  const { runId } = run;
  await store.recordRun(claim, runId);
  logger.info(
    { scheduleId, flowId, flow: request?.flowName, runId, slot, isRetry },
    'schedule triggered',
  );
  return run;
}

/** The request of a run of a schedule. */
export function runRequestOf(request: TriggerRequest | null, scheduled: ScheduledRun): RunRequest {
  const { engine = null, timeoutSeconds = null } = request ?? {};
  return { engine, timeoutSeconds, parameters: parametersOf(request, scheduled) };
}

function parametersOf(
  request: TriggerRequest | null,
  { slot, timeParameter }: ScheduledRun,
): JsonObject {
  const name = timeParameter ?? request?.timeParameter ?? null;
  const time = name === null ? {} : { [name]: slotText(slot) };
  return { ...request?.parameters, ...time };
}
