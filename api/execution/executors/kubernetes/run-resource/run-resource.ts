import type { KubeObject } from '../../../../../kubernetes/client/kube-object.ts';
import { ORDINARY_REASONS } from '../../../../../kubernetes/resources/ordinary-reasons.ts';
import { SCHEDULE_LABEL } from '../../../../../kubernetes/resources/metadata-keys.ts';
import { readPhase } from '../../../../../kubernetes/resources/read-phase.ts';
import {
  GROUP,
  MAX_TIMEOUT_SECONDS,
  RECORDED_ANNOTATION,
  TRACEPARENT_ANNOTATION,
  VERSION,
  type RunStatus,
} from '../../../../../kubernetes/resources/run.ts';
import { timeText } from '../../../../../kubernetes/resources/time-text.ts';
import { objectKeys } from '../../../../../runner/domain/object-keys.ts';
import { isTerminal, type TerminalStatus } from '../../../../../runner/domain/run-status.ts';
import type { LaunchableRun } from '../../../run-backend.ts';
import type { LostAttempt } from '../../../../domain/runs/lost-attempt.ts';
import type { WaitingReason } from '../../../../domain/runs/waiting-reason-store.ts';
import { resourceLabels } from '../cluster/resource-labels.ts';
import { runSecrets } from './run-secrets.ts';

/** The fields of a run that its Run resource contains. */
export type DispatchableRun = Pick<
  LaunchableRun,
  | 'runId'
  | 'flowId'
  | 'projectId'
  | 'engine'
  | 'trigger'
  | 'scheduleId'
  | 'scheduledFor'
  | 'timeoutSeconds'
  | 'resources'
  | 'runtime'
  | 'secrets'
  | 'traceparent'
>;

/**
 * The Run resource of a run: deterministic, so that a repeated create is idempotent.
 * @param attemptLimit undefined: the default of the resource
 */
export function runManifest(
  run: DispatchableRun,
  installation: string,
  attemptLimit?: number,
): object {
  const { runId, flowId, projectId, engine, trigger, timeoutSeconds, resources, traceparent } = run;
  const { runtime } = run;
  const secrets = runSecrets(run.secrets ?? []);
  return {
    apiVersion: `${GROUP}/${VERSION}`,
    kind: 'Run',
    metadata: {
      name: runId,
      labels: {
        ...resourceLabels({ installation, flowId, projectId }),
        ...(run.scheduleId == null ? {} : { [SCHEDULE_LABEL]: run.scheduleId }),
      },
      annotations: traceparent == null ? {} : { [TRACEPARENT_ANNOTATION]: traceparent },
    },
    spec: {
      runId,
      flowId,
      specKey: objectKeys.runSpec(runId),
      engine,
      trigger,
      timeoutSeconds: Math.min(timeoutSeconds, MAX_TIMEOUT_SECONDS),
      ...(attemptLimit === undefined ? {} : { attemptLimit }),
      ...(resources == null ? {} : { resources }),
      ...(runtime == null ? {} : { runtime }),
      ...(secrets === null ? {} : { secrets }),
      ...scheduledOf(run),
    },
  };
}

function scheduledOf({ scheduleId, scheduledFor }: DispatchableRun): object {
  if (scheduleId == null || scheduledFor == null) return {};
  return { schedule: { scheduleId, scheduledFor: timeText(scheduledFor) } };
}

/** The cached form of a Run resource. */
export interface ObservedRun {
  readonly runId: string;
  readonly uid: string;
  /** ISO 8601. */
  readonly createdAt: string;
  readonly attempt: number;
  readonly isRunning: boolean;
  /** Why it waits; null: it does not, or for a normal step of every start. */
  readonly waiting: WaitingReason | null;
  readonly isCancelRequested: boolean;
  /** Whether its end was recorded, so that the operator may delete it. */
  readonly isRecorded: boolean;
  /** ISO 8601; null before the start. */
  readonly startedAt: string | null;
  readonly lostAttempts: readonly LostAttempt[];
  /** Null while it is active. */
  readonly end: ObservedOutcome | null;
}

export interface ObservedOutcome {
  readonly phase: TerminalStatus;
  /** Message of the condition `Succeeded`. */
  readonly message: string;
  /** Object key of the result; null when the runner wrote none. */
  readonly resultKey: string | null;
  /** ISO 8601. */
  readonly finishedAt: string | null;
}

interface RunObject extends KubeObject {
  readonly spec: { readonly runId: string; readonly cancelRequested?: boolean };
  readonly status?: RunStatus;
}

/** Reads a Run. @throws Error that names an unknown phase */
export function readObservedRun(object: KubeObject): ObservedRun {
  const { metadata, spec, status = {} } = object as RunObject;
  const isRecorded = metadata.annotations?.[RECORDED_ANNOTATION] === 'true';
  return {
    runId: spec.runId,
    uid: metadata.uid,
    createdAt: metadata.creationTimestamp ?? '',
    attempt: status.attempt ?? 1,
    isRunning: status.phase === 'running',
    waiting: readWaiting(status),
    isCancelRequested: spec.cancelRequested === true,
    isRecorded,
    startedAt: status.startedAt ?? null,
    lostAttempts: isRecorded ? [] : (status.attempts ?? []).map(readLostAttempt),
    end: isRecorded ? null : readEnd(status),
  };
}

function readWaiting({ phase, conditions = [] }: RunStatus): WaitingReason | null {
  const summary = conditions.find(({ type }) => type === 'Succeeded');
  if (phase !== 'pending' || summary === undefined) return null;
  const { reason, message } = summary;
  return ORDINARY_REASONS.has(reason) ? null : { reason, message };
}

function readEnd(status: RunStatus): ObservedOutcome | null {
  const { conditions = [], resultKey, finishedAt } = status;
  const phase = readPhase(status);
  if (phase === undefined || !isTerminal(phase)) return null;
  const summary = conditions.find(({ type }) => type === 'Succeeded');
  return {
    phase,
    message: summary?.message ?? '',
    resultKey: resultKey ?? null,
    finishedAt: finishedAt ?? null,
  };
}

function readLostAttempt({
  number,
  reason,
  message,
  startedAt,
  lostAt,
  // A queue that evicts an attempt reports no finish of its pod.
  finishedAt = lostAt,
}: NonNullable<RunStatus['attempts']>[number]): LostAttempt {
  return {
    number,
    reason: message === '' ? reason : `${reason}: ${message}`,
    ...(startedAt === undefined ? {} : { startedAt }),
    ...(finishedAt === undefined ? {} : { finishedAt }),
  };
}
