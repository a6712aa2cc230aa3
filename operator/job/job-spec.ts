import { createHash } from 'node:crypto';
import { EXIT_CODE } from '../../runner/domain/exit-code.ts';
import type { JobSettings } from './job-settings.ts';
import type { OwnerReference } from '../../kubernetes/client/kube-object.ts';
import { withoutQueue } from './queue-label.ts';
import {
  ATTEMPT_LABEL,
  RUN_ID_ANNOTATION,
  RUN_LABEL,
  SCHEDULE_LABEL,
  TEMPLATE_ANNOTATION,
} from '../../kubernetes/resources/metadata-keys.ts';
import { GROUP, VERSION, type RunSpec } from '../../kubernetes/resources/run.ts';
import { RUNNER_CONTAINER, runnerPod, type RunnerNeeds } from './runner-pod.ts';

/** The Job's deadline is a backstop, this long after the operator's own. */
const BACKSTOP_SECONDS = 60;

export interface RunIdentity {
  readonly name: string;
  readonly namespace: string;
  readonly uid: string;
}

type Texts = Readonly<Record<string, string>>;

/** Labels and annotations of a Job or of its pods. */
export interface LabelsAndAnnotations {
  readonly labels: Texts;
  readonly annotations: Texts;
}

/** The fields of a batch/v1 JobSpec that are typed here. */
export interface JobSpec {
  readonly suspend?: boolean;
  readonly completions: number;
  readonly parallelism: number;
  readonly backoffLimit: number;
  readonly podReplacementPolicy: 'Failed';
  readonly podFailurePolicy: object;
  readonly activeDeadlineSeconds?: number;
  readonly template: { readonly metadata: LabelsAndAnnotations; readonly spec: object };
}

/** The fields of a batch/v1 Job that are typed here. */
export interface JobManifest {
  readonly apiVersion: 'batch/v1';
  readonly kind: 'Job';
  readonly metadata: LabelsAndAnnotations & {
    readonly name: string;
    readonly namespace: string;
    readonly ownerReferences: readonly OwnerReference[];
  };
  readonly spec: JobSpec;
}

export function jobName(run: string, attempt: number): string {
  return `${run}-a${attempt}`;
}

/** The Job of one attempt: deterministic, so that a repeated create is idempotent. */
export function jobFor(
  run: RunIdentity,
  spec: RunSpec,
  attempt: number,
  settings: JobSettings,
): JobManifest {
  const labels = { ...commonLabels(settings), ...labelsOf(run, spec, attempt) };
  const { annotations } = settings;
  const ofPod = { labels, annotations: { ...annotations, [RUN_ID_ANNOTATION]: spec.runId } };
  return {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: {
      name: jobName(run.name, attempt),
      namespace: run.namespace,
      labels,
      annotations,
      ownerReferences: [{ ...ownerOf(run), controller: true }],
    },
    spec: jobSpec(spec, ofPod, settings),
  };
}

/**
 * The template of the suspended Jobs that a CronJob creates. A run adopts one later and sets its labels and
 * annotations, those of its queue too: no queue may admit a Job without a run. The fingerprint covers the
 * fields that cannot change by then.
 */
export function waitingJob(
  schedule: string,
  needs: RunnerNeeds & Pick<RunSpec, 'flowId'>,
  settings: JobSettings,
): { readonly metadata: LabelsAndAnnotations; readonly spec: JobSpec } {
  const labels = {
    ...withoutQueue(commonLabels(settings)),
    [SCHEDULE_LABEL]: schedule,
    [`${GROUP}/flow-id`]: needs.flowId,
  };
  const { annotations } = settings;
  return {
    metadata: {
      labels,
      annotations: { ...annotations, [TEMPLATE_ANNOTATION]: templateOf(needs, settings) },
    },
    spec: { suspend: true, ...jobSpec(needs, { labels, annotations }, settings) },
  };
}

/** Fingerprint of a runner's Job: Jobs with equal fingerprints differ in labels and annotations only. */
export function templateOf(needs: RunnerNeeds, settings: JobSettings): string {
  const { annotations } = settings;
  const labels = withoutQueue(settings.labels);
  const whole = JSON.stringify(jobSpec(needs, { labels, annotations }, settings));
  return createHash('sha256').update(whole).digest('hex').slice(0, 32);
}

/** The owner reference to a Run. */
export function ownerOf({ name, uid }: RunIdentity): OwnerReference {
  return {
    apiVersion: `${GROUP}/${VERSION}`,
    kind: 'Run',
    name,
    uid,
    blockOwnerDeletion: true,
  };
}

function commonLabels(settings: JobSettings): Texts {
  return {
    ...settings.labels,
    'app.kubernetes.io/name': 'millrace',
    'app.kubernetes.io/component': 'runner',
    'app.kubernetes.io/managed-by': 'millrace-operator',
  };
}

function labelsOf(run: RunIdentity, spec: RunSpec, attempt: number): Texts {
  const { flowId, engine, trigger, schedule } = spec;
  return {
    [RUN_LABEL]: run.name,
    [ATTEMPT_LABEL]: String(attempt),
    [`${GROUP}/flow-id`]: flowId,
    [`${GROUP}/engine`]: engine,
    [`${GROUP}/trigger`]: trigger,
    ...(schedule === undefined ? {} : { [SCHEDULE_LABEL]: schedule.scheduleId }),
  };
}

function jobSpec(needs: RunnerNeeds, marks: LabelsAndAnnotations, settings: JobSettings): JobSpec {
  return {
    completions: 1,
    parallelism: 1,
    backoffLimit: 0,
    podReplacementPolicy: 'Failed',
    podFailurePolicy: {
      rules: [
        {
          action: 'Ignore',
          onPodConditions: [{ type: 'DisruptionTarget', status: 'True' }],
        },
        {
          action: 'Ignore',
          onExitCodes: {
            containerName: RUNNER_CONTAINER,
            operator: 'In',
            values: [EXIT_CODE.alreadyClaimed],
          },
        },
      ],
    },
    ...deadline(needs, settings),
    template: { metadata: marks, spec: runnerPod(needs, settings) },
  };
}

/** The deadline counts from the creation of the Job, so it includes the longest waits before the start. */
function deadline(
  { timeoutSeconds }: RunnerNeeds,
  settings: JobSettings,
): { activeDeadlineSeconds?: number } {
  if (timeoutSeconds === 0) return {};
  const { quotaDeadlineSeconds, startDeadlineSeconds, imageDeadlineSeconds } = settings;
  const waits =
    quotaDeadlineSeconds +
    startDeadlineSeconds +
    Math.max(startDeadlineSeconds, imageDeadlineSeconds);
  return {
    activeDeadlineSeconds:
      waits + timeoutSeconds + settings.terminationGracePeriodSeconds + BACKSTOP_SECONDS,
  };
}
