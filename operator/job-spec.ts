import { EXIT_CODE } from '../runner/domain/exit-code.ts';
import type { JobSettings } from './job-settings.ts';
import type { OwnerReference } from './kube/kube-object.ts';
import { GROUP, VERSION, type RunSpec } from './resources/run.ts';

export const RUN_LABEL = `${GROUP}/run`;
export const ATTEMPT_LABEL = `${GROUP}/attempt`;
export const RUNNER_CONTAINER = 'runner';
const SCRATCH = '/scratch';
/** The Job outlives the operator's own deadline by so long: it is the backstop. */
const BACKSTOP_SECONDS = 60;

export interface RunIdentity {
  readonly name: string;
  readonly namespace: string;
  readonly uid: string;
}

/** A batch/v1 Job, as far as it is read here again. */
export interface JobManifest {
  readonly apiVersion: 'batch/v1';
  readonly kind: 'Job';
  readonly metadata: {
    readonly name: string;
    readonly namespace: string;
    readonly labels: Readonly<Record<string, string>>;
    readonly annotations: Readonly<Record<string, string>>;
    readonly ownerReferences: readonly OwnerReference[];
  };
  readonly spec: object;
}

export function jobName(run: string, attempt: number): string {
  return `${run}-a${attempt}`;
}

/** The Job of one attempt. The same input makes the same Job, so making it twice does no harm. */
export function jobFor(
  run: RunIdentity,
  spec: RunSpec,
  attempt: number,
  settings: JobSettings,
): JobManifest {
  const labels = labelsOf(run, spec, attempt, settings);
  return {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: {
      name: jobName(run.name, attempt),
      namespace: run.namespace,
      labels,
      annotations: settings.annotations,
      ownerReferences: [ownerOf(run)],
    },
    spec: {
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
      ...deadline(spec, settings),
      template: {
        metadata: { labels, annotations: settings.annotations },
        spec: podSpec(spec, attempt, settings),
      },
    },
  };
}

function ownerOf({ name, uid }: RunIdentity): OwnerReference {
  return {
    apiVersion: `${GROUP}/${VERSION}`,
    kind: 'Run',
    name,
    uid,
    controller: true,
    blockOwnerDeletion: true,
  };
}

function labelsOf(
  run: RunIdentity,
  spec: RunSpec,
  attempt: number,
  settings: JobSettings,
): Record<string, string> {
  return {
    ...settings.labels,
    'app.kubernetes.io/name': 'millrace',
    'app.kubernetes.io/component': 'runner',
    'app.kubernetes.io/managed-by': 'millrace-operator',
    [RUN_LABEL]: run.name,
    [ATTEMPT_LABEL]: String(attempt),
    [`${GROUP}/flow-id`]: spec.flowId,
    [`${GROUP}/engine`]: spec.engine,
    [`${GROUP}/trigger`]: spec.trigger,
  };
}

/** The Job's clock starts with the Job, so all that its pod may wait before it works is added. */
function deadline(spec: RunSpec, settings: JobSettings): { activeDeadlineSeconds?: number } {
  if (spec.timeoutSeconds === 0) return {};
  const { quotaDeadlineSeconds, startDeadlineSeconds, imageDeadlineSeconds } = settings;
  const waits =
    quotaDeadlineSeconds +
    startDeadlineSeconds +
    Math.max(startDeadlineSeconds, imageDeadlineSeconds);
  return {
    activeDeadlineSeconds:
      waits + spec.timeoutSeconds + settings.terminationGracePeriodSeconds + BACKSTOP_SECONDS,
  };
}

function podSpec(spec: RunSpec, attempt: number, settings: JobSettings): object {
  return {
    restartPolicy: 'Never',
    automountServiceAccountToken: false,
    enableServiceLinks: false,
    terminationGracePeriodSeconds: settings.terminationGracePeriodSeconds,
    securityContext: {
      runAsNonRoot: true,
      runAsUser: settings.userId,
      runAsGroup: settings.userId,
      fsGroup: settings.userId,
      seccompProfile: { type: 'RuntimeDefault' },
    },
    containers: [container(spec, attempt, settings)],
    volumes: [{ name: 'scratch', emptyDir: { sizeLimit: settings.scratch } }, ...settings.volumes],
    ...placement(settings),
  };
}

/** What an installation says of where its pods go; what it does not say is left out. */
function placement(settings: JobSettings): object {
  const { imagePullSecrets, nodeSelector, tolerations } = settings;
  const { affinity, priorityClassName, runtimeClassName, serviceAccountName } = settings;
  const given = { affinity, priorityClassName, runtimeClassName, serviceAccountName };
  return {
    ...(imagePullSecrets.length > 0 ? { imagePullSecrets } : {}),
    ...(Object.keys(nodeSelector).length > 0 ? { nodeSelector } : {}),
    ...(tolerations.length > 0 ? { tolerations } : {}),
    ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
  };
}

function container(spec: RunSpec, attempt: number, settings: JobSettings): object {
  const memory = spec.resources.memory ?? settings.memory;
  return {
    name: RUNNER_CONTAINER,
    image: settings.image,
    imagePullPolicy: settings.imagePullPolicy,
    ...(settings.command === undefined ? {} : { command: settings.command }),
    args: ['run', '--run-id', spec.runId, '--attempt', String(attempt)],
    envFrom: settings.envFrom,
    env: [
      ...settings.env,
      { name: 'SERVICE_DATA_DIR', value: SCRATCH },
      { name: 'TMPDIR', value: SCRATCH },
      // More arenas make polars hold on to memory that it freed, and cost time as well.
      { name: 'MALLOC_ARENA_MAX', value: '2' },
    ],
    // A process that is killed for memory is judged by its limit, so what is reserved is the limit.
    resources: {
      requests: { cpu: spec.resources.cpu ?? settings.cpu, memory },
      limits: { memory },
    },
    securityContext: {
      allowPrivilegeEscalation: false,
      capabilities: { drop: ['ALL'] },
      readOnlyRootFilesystem: true,
    },
    terminationMessagePolicy: 'FallbackToLogsOnError',
    volumeMounts: [{ name: 'scratch', mountPath: SCRATCH }, ...settings.volumeMounts],
  };
}
