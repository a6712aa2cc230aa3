import { parseQuantity } from '../../runner/domain/compute-resources.ts';
import type { JobSettings } from './job-settings.ts';
import { ATTEMPT_LABEL, RUN_ID_ANNOTATION } from '../../kubernetes/resources/metadata-keys.ts';
import { secretAccess, type SecretAccess } from './secret-access.ts';
import type { RunSpec } from '../../kubernetes/resources/run.ts';

export const RUNNER_CONTAINER = 'runner';
const SCRATCH = '/scratch';
/** Variables that the arguments of the container refer to. */
const RUN_ID = 'MILLRACE_RUN_ID';
const ATTEMPT = 'MILLRACE_ATTEMPT';

/** The fields of a run that its pod spec depends on. The run's identity comes by labels and annotations. */
export type RunnerNeeds = Pick<RunSpec, 'resources' | 'timeoutSeconds' | 'runtime' | 'secrets'>;

/** The pod spec of a runner. The runner learns its run and attempt from the pod's labels and annotations. */
export function runnerPod(needs: RunnerNeeds, settings: JobSettings): object {
  const secrets = secretAccess(needs.secrets, settings);
  return {
    restartPolicy: 'Never',
    automountServiceAccountToken: false,
    enableServiceLinks: false,
    terminationGracePeriodSeconds: settings.terminationGracePeriodSeconds,
    securityContext: {
      runAsNonRoot: true,
      ...userOf(settings),
      seccompProfile: { type: 'RuntimeDefault' },
    },
    ...(settings.initContainers.length > 0 ? { initContainers: settings.initContainers } : {}),
    containers: [container(needs, settings, secrets)],
    volumes: [
      { name: 'scratch', emptyDir: { sizeLimit: settings.scratch } },
      ...settings.volumes,
      ...secrets.volumes,
    ],
    ...placement(settings),
  };
}

function userOf({ userId }: JobSettings): object {
  if (userId === null) return {};
  return { runAsUser: userId, runAsGroup: userId, fsGroup: userId };
}

/** Scheduling fields of the pod, without those that the installation does not set. */
function placement(settings: JobSettings): object {
  const { imagePullSecrets, nodeSelector, tolerations, topologySpreadConstraints } = settings;
  const { affinity, priorityClassName, runtimeClassName, serviceAccountName } = settings;
  const given = { affinity, priorityClassName, runtimeClassName, serviceAccountName };
  return {
    ...(imagePullSecrets.length > 0 ? { imagePullSecrets } : {}),
    ...(Object.keys(nodeSelector).length > 0 ? { nodeSelector } : {}),
    ...(tolerations.length > 0 ? { tolerations } : {}),
    ...(topologySpreadConstraints.length > 0 ? { topologySpreadConstraints } : {}),
    ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
  };
}

/** The image for what a run needs. Without an image with Python, the runner fails the run and says so. */
function imageFor({ runtime }: RunnerNeeds, { image, pythonImage = image }: JobSettings): string {
  return runtime === 'python' ? pythonImage : image;
}

function container(needs: RunnerNeeds, settings: JobSettings, secrets: SecretAccess): object {
  return {
    name: RUNNER_CONTAINER,
    image: imageFor(needs, settings),
    imagePullPolicy: settings.imagePullPolicy,
    ...(settings.command === undefined ? {} : { command: settings.command }),
    args: ['run', '--run-id', `$(${RUN_ID})`, '--attempt', `$(${ATTEMPT})`],
    envFrom: settings.envFrom,
    env: [
      ...settings.env,
      ...secrets.env,
      fromField(RUN_ID, `metadata.annotations['${RUN_ID_ANNOTATION}']`),
      fromField(ATTEMPT, `metadata.labels['${ATTEMPT_LABEL}']`),
      { name: 'SERVICE_DATA_DIR', value: SCRATCH },
      { name: 'TMPDIR', value: SCRATCH },
      // With more arenas polars keeps freed memory, and is slower.
      { name: 'MALLOC_ARENA_MAX', value: '2' },
    ],
    resources: amounts(needs.resources, settings),
    securityContext: {
      allowPrivilegeEscalation: false,
      capabilities: { drop: ['ALL'] },
      readOnlyRootFilesystem: true,
    },
    terminationMessagePolicy: 'FallbackToLogsOnError',
    volumeMounts: [
      { name: 'scratch', mountPath: SCRATCH },
      ...settings.volumeMounts,
      ...secrets.volumeMounts,
    ],
  };
}

/** Memory requests equal limits: the kernel kills by the limit, so less would overcommit the node. */
function amounts(requested: RunnerNeeds['resources'], settings: JobSettings): object {
  const { cpuLimit, ephemeralStorage, extendedResources } = settings;
  const cpu = requested.cpu ?? settings.cpu;
  const reserved = {
    ...extendedResources,
    memory: requested.memory ?? settings.memory,
    ...(ephemeralStorage === undefined ? {} : { 'ephemeral-storage': ephemeralStorage }),
  };
  const limits = cpuLimit === undefined ? reserved : { cpu: larger(cpu, cpuLimit), ...reserved };
  return { requests: { cpu, ...reserved }, limits };
}

function larger(one: string, other: string): string {
  return parseQuantity(one) > parseQuantity(other) ? one : other;
}

function fromField(name: string, fieldPath: string): object {
  return { name, valueFrom: { fieldRef: { fieldPath } } };
}
