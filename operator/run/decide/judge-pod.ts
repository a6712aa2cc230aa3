import { EXIT_CODE } from '../../../runner/domain/exit-code.ts';
import type { JobSettings } from '../../job/job-settings.ts';
import type { RunSpec } from '../../../kubernetes/resources/run.ts';
import type { ContainerState, ObservedPod, Reason } from '../observe/observation.ts';

/** The state of an attempt, as one of its pods shows it. */
export type PodVerdict =
  /** The runner exited and has stored its result. */
  | ({ readonly kind: 'finished'; readonly isSuccess: boolean } & Reason & Times)
  | ({ readonly kind: 'failed' } & Reason & Times)
  /** The infrastructure failed. The attempt cannot be resumed. */
  | ({ readonly kind: 'lost' } & Reason & Times)
  | { readonly kind: 'running'; readonly startedAt: string; readonly requeueAfterMs: number | null }
  | ({ readonly kind: 'waiting'; readonly requeueAfterMs: number | null } & Reason)
  /** Another pod of the attempt has claimed it. */
  | ({ readonly kind: 'claimed' } & Reason & Times)
  /** Disrupted before its start: the Job creates another pod. */
  | { readonly kind: 'replaced' };

export interface Times {
  readonly startedAt?: string;
  readonly finishedAt?: string;
}

export interface JudgeContext {
  readonly spec: RunSpec;
  readonly settings: JobSettings;
  readonly now: Date;
}

type Terminated = Extract<ContainerState, { kind: 'terminated' }>;
type Waiting = Extract<ContainerState, { kind: 'waiting' }>;

// These reasons imply an unreachable node: its kubelet will not report the container any more.
const NODE_UNREACHABLE = new Set(['DeletionByTaintManager', 'DeletionByPodGC']);
const PULL_FAILS = new Set([
  'ErrImagePull',
  'ImagePullBackOff',
  'ImageInspectError',
  'RegistryUnavailable',
  'SignatureValidationFailed',
]);
const NEVER_STARTS = new Set(['InvalidImageName', 'ErrImageNeverPull']);

/** The exit code that a container runtime reports for a container that it lost. */
const EXIT_UNKNOWN = 255;
/** Exit codes of signals that only others send to a runner. */
const KILLED_BY: ReadonlyMap<number, string> = new Map([
  [137, 'SIGKILL'],
  [143, 'SIGTERM'],
]);

// Normal steps of every start.
const NORMAL_STARTS = new Set(['', 'ContainerCreating', 'PodInitializing']);

export function judgePod(pod: ObservedPod, context: JudgeContext): PodVerdict {
  const { container } = pod;
  if (container.kind === 'terminated') return judgeExit(pod, container);
  if (pod.phase === 'Failed') return judgeTerminatedByNode(pod);
  if (container.kind === 'running') return judgeRunning(pod, container.startedAt, context);
  if (pod.disruption !== null) return { kind: 'replaced' };
  return judgeWaiting(pod, container, context);
}

function judgeExit(pod: ObservedPod, exit: Terminated): PodVerdict {
  const times = timesOf(exit);
  switch (exit.exitCode) {
    case EXIT_CODE.success:
      return { kind: 'finished', isSuccess: true, reason: 'Completed', message: '', ...times };
    case EXIT_CODE.flowFailed:
      return {
        kind: 'finished',
        isSuccess: false,
        reason: 'FlowFailed',
        message: 'The flow failed; its result names the node and the reason.',
        ...times,
      };
    default:
      return { ...judgeFailedExit(pod, exit), ...times };
  }
}

function judgeFailedExit(
  pod: ObservedPod,
  exit: Terminated,
): Extract<PodVerdict, { kind: 'failed' | 'lost' | 'claimed' }> {
  if (exit.reason === 'OOMKilled') {
    const limit = pod.memoryLimit === null ? 'its limit' : `its limit of ${pod.memoryLimit}`;
    return failed('OOMKilled', `The runner was killed for using more memory than ${limit}.`);
  }
  const loss = lossOf(pod, exit);
  if (loss !== null) return { kind: 'lost', ...loss };
  if (exit.exitCode === EXIT_CODE.alreadyClaimed) {
    return {
      kind: 'claimed',
      reason: 'AlreadyClaimed',
      message: 'Another pod of this attempt had begun it and is gone.',
    };
  }
  return failed(...describeExit(exit));
}

/** Why the infrastructure terminated the pod, or null. */
function lossOf(pod: ObservedPod, exit: Terminated): Reason | null {
  if (pod.disruption !== null) return disrupted(pod, pod.disruption);
  if (pod.ended !== null) return endedByNode(pod.ended);
  if (exit.reason === 'ContainerStatusUnknown') {
    return { reason: 'NodeLost', message: 'The node lost track of the runner.' };
  }
  if (pod.isDeleting) {
    return { reason: 'PodDeleted', message: `The pod ${pod.name} was deleted while it worked.` };
  }
  return killedFromOutside(exit);
}

/**
 * After a restart, as with a reboot of the node, a container runtime reports 255 for its lost containers. A
 * runner handles SIGTERM, and Millrace does not send SIGKILL to an active run.
 */
function killedFromOutside({ exitCode, reason, message }: Terminated): Reason | null {
  const said = message.trim() === '' ? '' : `: ${message.trim()}`;
  if (exitCode === EXIT_UNKNOWN) {
    const text = `The node lost the runner (exit code 255, ${reason}), as when it restarts${said}`;
    return { reason: 'NodeLost', message: text };
  }
  const signal = KILLED_BY.get(exitCode);
  if (signal === undefined) return null;
  const text = `The runner was ended by ${signal} from outside (exit code ${exitCode})${said}`;
  return { reason: 'RunnerKilled', message: text };
}

function describeExit({ exitCode, message }: Terminated): [reason: string, message: string] {
  const said = message.trim() === '' ? '' : `: ${message.trim()}`;
  if (exitCode === EXIT_CODE.usage) {
    return ['InvalidRun', `The runner could not read what it was to do${said}`];
  }
  if (exitCode > 128) {
    return ['RunnerKilled', `The runner was killed by signal ${exitCode - 128}${said}`];
  }
  return ['RunnerFailed', `The runner ended unexpectedly with exit code ${exitCode}${said}`];
}

/** The pod failed without a container status: the node rejected or evicted it. */
function judgeTerminatedByNode(pod: ObservedPod): PodVerdict {
  const hadStarted = pod.container.kind === 'running';
  if (pod.disruption !== null && !hadStarted) return { kind: 'replaced' };
  const reason = pod.disruption === null ? pod.ended : disrupted(pod, pod.disruption);
  return { kind: 'lost', ...endedByNode(reason ?? { reason: 'PodFailed', message: '' }) };
}

function endedByNode({ reason, message }: Reason): Reason {
  return { reason, message: message === '' ? `The node ended the pod (${reason}).` : message };
}

/** The node's message is more specific than that of the condition. */
function disrupted(pod: ObservedPod, disruption: Reason): Reason {
  if (pod.ended !== null && pod.ended.message !== '') return pod.ended;
  const said = disruption.message === '' ? '' : ` ${disruption.message}`;
  return { reason: disruption.reason, message: `The pod was taken from its node.${said}` };
}

function judgeRunning(pod: ObservedPod, startedAt: string, context: JudgeContext): PodVerdict {
  if (pod.disruption !== null && NODE_UNREACHABLE.has(pod.disruption.reason)) {
    return { kind: 'lost', ...disrupted(pod, pod.disruption), startedAt };
  }
  const { timeoutSeconds } = context.spec;
  if (timeoutSeconds === 0) return { kind: 'running', startedAt, requeueAfterMs: null };
  const left = remainingMs(startedAt, timeoutSeconds, context.now);
  if (left > 0) return { kind: 'running', startedAt, requeueAfterMs: left };
  return { ...timedOut(timeoutSeconds), startedAt };
}

export function timedOut(seconds: number): { kind: 'failed' } & Reason {
  return failed(
    'DeadlineExceeded',
    `The run took longer than its limit of ${seconds} seconds and was stopped.`,
  );
}

function judgeWaiting(pod: ObservedPod, waiting: Waiting, context: JudgeContext): PodVerdict {
  const { reason, message } = waiting;
  const said = message === '' ? '' : `: ${message}`;
  if (NEVER_STARTS.has(reason)) {
    return failed(reason, `The runner cannot start from the image ${pod.image}${said}`);
  }
  const { settings, now } = context;
  const { imageDeadlineSeconds, startDeadlineSeconds } = settings;
  // Deadlines restart when the kubelet acknowledges the pod.
  const since = pod.acknowledgedAt ?? pod.createdAt;
  if (PULL_FAILS.has(reason)) {
    const why = { reason, message: `The image ${pod.image} cannot be pulled${said}` };
    return waitFor(why, since, imageDeadlineSeconds, now);
  }
  if (reason === 'CreateContainerConfigError') {
    // Tools that install resources in any order may create the Secret later.
    const text = `A Secret, ConfigMap or key that the runner needs is missing in the namespace ${pod.namespace}${said}`;
    return waitFor({ reason, message: text }, since, imageDeadlineSeconds, now);
  }
  if (pod.unscheduled !== null) {
    const why = {
      reason: pod.unscheduled.reason,
      message: `No node takes the pod: ${pod.unscheduled.message}`,
    };
    return waitFor(why, since, startDeadlineSeconds, now);
  }
  const why = {
    reason: NORMAL_STARTS.has(reason) ? 'PodPending' : reason,
    message: `The pod has not started yet${said}`,
  };
  return waitFor(why, since, startDeadlineSeconds, now);
}

/** Waiting, or failed for the same reason once `seconds` have passed since `since`. */
export function waitFor(
  why: Reason,
  since: string,
  seconds: number,
  now: Date,
): Extract<PodVerdict, { kind: 'waiting' | 'failed' }> {
  const left = remainingMs(since, seconds, now);
  if (left > 0) return { kind: 'waiting', ...why, requeueAfterMs: left };
  return failed(why.reason, `Gave up after ${seconds} seconds. ${why.message}`);
}

/** Milliseconds until `seconds` after `since`; negative once they have passed. */
export function remainingMs(since: string, seconds: number, now: Date): number {
  return Date.parse(since) + seconds * 1000 - now.getTime();
}

export function failed(reason: string, message: string): { kind: 'failed' } & Reason {
  return { kind: 'failed', reason, message };
}

function timesOf({ startedAt, finishedAt }: Terminated): Times {
  return {
    ...(startedAt === null ? {} : { startedAt }),
    ...(finishedAt === null ? {} : { finishedAt }),
  };
}
