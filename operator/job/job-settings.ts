import { z } from 'zod';

const quantity = z.string().regex(/^\d+(\.\d+)?(m|k|Ki|M|Mi|G|Gi|T|Ti)?$/);
const texts = z.record(z.string(), z.string());

/**
 * How runner pods are made on this cluster; the chart writes it as one file. What it holds of pods
 * goes into them as it is; what keeps them safe (Pod Security, no token) is not among it. Strict, so that
 * the chart and this version are tested to agree; a running operator reads it by `readJobSettings`.
 */
export const jobSettingsSchema = z.strictObject({
  image: z.string().min(1),
  /** The image of runs with scripts of Python; absent: there is none. */
  pythonImage: z.string().min(1).optional(),
  imagePullPolicy: z.enum(['Always', 'IfNotPresent', 'Never']).default('IfNotPresent'),
  imagePullSecrets: z.array(z.strictObject({ name: z.string() })).default([]),
  /** Replaces the image's entry point, to which the arguments `run --run-id ID --attempt N` go. */
  command: z.array(z.string()).optional(),
  /** The runner needs at least SERVICE_OBJECT_STORE; its secrets come by reference. */
  env: z.array(z.looseObject({ name: z.string() })).default([]),
  envFrom: z.array(z.looseObject({})).default([]),
  /** Beside the scratch space, such as certificates. */
  volumes: z.array(z.looseObject({ name: z.string() })).default([]),
  volumeMounts: z.array(z.looseObject({ name: z.string(), mountPath: z.string() })).default([]),
  serviceAccountName: z.string().optional(),
  /** Before the runner starts; one with `restartPolicy: Always` runs beside it and ends with it. */
  initContainers: z.array(z.looseObject({ name: z.string() })).default([]),
  /** Numeric user and group of the runner; null: the cluster chooses. */
  userId: z.int().min(1).nullable().default(10_001),
  /** Reserved, not a limit: a small one lets the next run start while the pod before it still goes. */
  cpu: z.string().default('100m'),
  /** Most CPUs of a run; one that asks for more has what it asks for. Absent: no limit. */
  cpuLimit: quantity.optional(),
  memory: z.string().default('2Gi'),
  /** Disk of the node that a run reserves, which is its limit too, scratch space included. */
  ephemeralStorage: quantity.optional(),
  /** Amounts of devices by their resource's name, such as `nvidia.com/gpu`. */
  extendedResources: texts.default({}),
  /** What a run may ask for; one that asks for less or more fails. */
  limits: z
    .strictObject({
      minCpu: quantity.optional(),
      maxCpu: quantity.optional(),
      minMemory: quantity.optional(),
      maxMemory: quantity.optional(),
    })
    .default({}),
  /** Size limit of the runner's scratch space. */
  scratch: z.string().default('10Gi'),
  /** The Secrets, in the namespace of the runs, of which a run gets the keys that its connections name. */
  connectionSecrets: z
    .strictObject({
      variables: z.string().min(1).optional(),
      keyring: z.string().min(1).optional(),
      files: z.string().min(1).optional(),
    })
    .default({}),
  labels: texts.default({}),
  annotations: texts.default({}),
  nodeSelector: texts.default({}),
  tolerations: z.array(z.looseObject({})).default([]),
  affinity: z.looseObject({}).optional(),
  topologySpreadConstraints: z.array(z.looseObject({})).default([]),
  priorityClassName: z.string().optional(),
  runtimeClassName: z.string().optional(),
  terminationGracePeriodSeconds: z.int().min(1).default(30),
  /**
   * Seconds that a pod may wait for a node, and once it has one to start, and that a policy may reject a
   * Job or its pod, before the run fails. An autoscaler of clusters tries for a quarter of an hour to
   * bring a node.
   */
  startDeadlineSeconds: z.int().min(1).default(900),
  /** Seconds that an image may fail to be pulled: long enough for a registry's hiccup. */
  imageDeadlineSeconds: z.int().min(0).default(120),
  /** Seconds that a Job may wait for quota: other runs hold it, so this is a queue. */
  quotaDeadlineSeconds: z.int().min(1).default(3600),
  /**
   * Seconds after the loss of an attempt by which the next one starts though the pod of the lost one is
   * not known to have stopped, as on a node that does not answer.
   */
  lostPodGraceSeconds: z.int().min(0).max(86_400).default(300),
});

export type JobSettings = z.output<typeof jobSettingsSchema>;
