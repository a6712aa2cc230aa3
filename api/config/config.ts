import path from 'node:path';
import { z } from 'zod';
import { DEFAULT_ATTEMPT_LIMIT, MAX_ATTEMPTS } from '../../runner/domain/run-attempts.ts';
import { parseResourceQuantity } from '../../runner/domain/compute-resources.ts';
import {
  choice,
  fetchedUrl,
  flag,
  headerList,
  httpUrl,
  integer,
  optional,
  required,
  text,
  textList,
  type ConfigOption,
} from './config-option.ts';
import { CONNECTION_OPTIONS } from './connection-options.ts';
import { FLOW_OPTIONS } from './flow-options.ts';
import type { SettingsFromEnvironment } from '../domain/settings/definitions.ts';

const quantity = (resource: 'cpu' | 'memory'): z.ZodType<string, string> =>
  z
    .string()
    .refine(
      (value) => parseResourceQuantity(resource, value) !== null,
      'must be a quantity of Kubernetes',
    );
const logLevel = choice(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']);

/**
 * Every option that is fixed while the service runs; `domain/settings/definitions.ts` has the settings that
 * can change. The documentation, the chart values and the check of secret references are generated from
 * this list.
 */
export const OPTIONS = {
  host: required({
    env: 'SERVICE_HOST',
    flag: '--host <address>',
    description: 'The address to listen on.',
    fallback: '127.0.0.1',
    schema: text,
  }),
  port: required({
    env: 'SERVICE_PORT',
    flag: '--port <number>',
    description: 'The TCP port to listen on; 0 takes a free one.',
    fallback: '8055',
    schema: integer(0, 65_535),
  }),
  metricsPort: optional({
    env: 'SERVICE_METRICS_PORT',
    description:
      'A TCP port of its own for /metrics, so that who reaches the service does not read them; 0 takes a free one. By default they are on the port of the service.',
    schema: integer(0, 65_535),
  }),
  dataDir: required({
    env: 'SERVICE_DATA_DIR',
    flag: '--data-dir <folder>',
    description: 'The folder of the embedded database, the stored files and scratch space.',
    fallback: '.millrace',
    schema: text.transform((folder) => path.resolve(folder)),
  }),
  extrasDir: optional({
    env: 'SERVICE_EXTRAS_DIR',
    description:
      'The folder of the packages that `millrace setup` installs; by default a folder in the data folder.',
    schema: text.transform((folder) => path.resolve(folder)),
  }),
  python: optional({
    env: 'SERVICE_PYTHON',
    description:
      'The Python that executes scripts of flows on this machine; by default that of `millrace python setup`, else one on the PATH with pandas or polars.',
    schema: text,
  }),
  ...FLOW_OPTIONS,
  databaseUrl: optional({
    env: 'SERVICE_DATABASE_URL',
    description: 'A PostgreSQL server to use instead of the embedded one.',
    secret: true,
    schema: z.string().regex(/^postgres(ql)?:\/\//, 'must start with postgresql://'),
  }),
  databasePoolSize: required({
    env: 'SERVICE_DATABASE_POOL_SIZE',
    description:
      'Maximum number of database connections in the pool, besides one dedicated connection.',
    fallback: '10',
    schema: integer(1, 500),
  }),
  objectStore: optional({
    env: 'SERVICE_OBJECT_STORE',
    description:
      'Where files go: s3://BUCKET/PREFIX or file:FOLDER; by default a folder in the data folder.',
    schema: z.string().regex(/^(s3:\/\/.|file:.)/, 'must be s3://BUCKET/PREFIX or file:FOLDER'),
  }),
  s3Endpoint: optional({
    env: 'SERVICE_S3_ENDPOINT',
    description: 'URL of an S3 server other than AWS.',
    schema: httpUrl,
  }),
  s3Region: optional({
    env: 'SERVICE_S3_REGION',
    description: 'Region of the bucket.',
    schema: text,
  }),
  s3AccessKeyId: optional({
    env: 'SERVICE_S3_ACCESS_KEY_ID',
    description: 'Access key of the bucket; by default the AWS credential chain applies.',
    secret: true,
    schema: text,
  }),
  s3SecretAccessKey: optional({
    env: 'SERVICE_S3_SECRET_ACCESS_KEY',
    description: 'Secret of the access key.',
    secret: true,
    schema: text,
  }),
  executor: required({
    env: 'SERVICE_EXECUTOR',
    description:
      'Where runs execute: local, as processes beside the API; kubernetes, as Jobs of a cluster.',
    fallback: 'local',
    schema: choice(['local', 'kubernetes']),
  }),
  kubernetesNamespace: optional({
    env: 'SERVICE_KUBERNETES_NAMESPACE',
    description:
      "Where the Run resources are made; by default the pod's own namespace, or the kubeconfig's.",
    schema: z.string().regex(/^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/, 'must be a DNS label'),
  }),
  clusterPython: required({
    env: 'SERVICE_CLUSTER_PYTHON',
    description:
      'Whether the cluster has an image with Python for the runs of flows with scripts of Python.',
    fallback: 'false',
    schema: flag,
  }),
  maxConcurrentRuns: required({
    env: 'SERVICE_MAX_CONCURRENT_RUNS',
    description:
      'Maximum number of concurrent runs on this machine; 0 means one more than there are CPUs.',
    fallback: '0',
    schema: integer(0, 256),
  }),
  maxRunCpu: optional({
    env: 'SERVICE_MAX_RUN_CPU',
    description: 'Maximum CPU request of one run in a cluster, e.g. 4; by default no limit.',
    schema: quantity('cpu'),
  }),
  maxRunMemory: optional({
    env: 'SERVICE_MAX_RUN_MEMORY',
    description: 'Maximum memory request of one run in a cluster, e.g. 16Gi; by default no limit.',
    schema: quantity('memory'),
  }),
  runAttemptLimit: required({
    env: 'SERVICE_RUN_ATTEMPT_LIMIT',
    description:
      'In a cluster: how many attempts a run has when its pod is lost; 1 means that a lost pod fails it.',
    fallback: String(DEFAULT_ATTEMPT_LIMIT),
    schema: integer(1, MAX_ATTEMPTS),
  }),
  cacheMaxMb: required({
    env: 'SERVICE_CACHE_MAX_MB',
    description:
      'The size of the cache of node results, in MiB. Beyond it, the least recently used are removed.',
    fallback: '10240',
    schema: integer(1, 1_073_741_824),
  }),
  cacheMaxAgeDays: required({
    env: 'SERVICE_CACHE_MAX_AGE_DAYS',
    description: 'How many days a result stays in the cache without a use.',
    fallback: '7',
    schema: integer(1, 3_650),
  }),
  seedDemo: required({
    env: 'SERVICE_SEED_DEMO',
    flag: '--no-demo',
    description: 'Whether an empty database gets a demo project.',
    negated: 'Leave an empty database without the demo project.',
    fallback: 'true',
    schema: flag,
  }),
  schedulerEnabled: required({
    env: 'SERVICE_SCHEDULER_ENABLED',
    flag: '--no-scheduler',
    description: 'Whether this process triggers schedules.',
    negated: 'Trigger no schedules in this process.',
    fallback: 'true',
    schema: flag,
  }),
  schedulerCatchUpLimit: required({
    env: 'SERVICE_SCHEDULER_CATCH_UP_LIMIT',
    description:
      'How many missed slots of a schedule with catch_up run after an outage: the latest, each once.',
    fallback: '1',
    schema: integer(1, 1_000),
  }),
  apiToken: optional({
    env: 'SERVICE_API_TOKEN',
    description: 'When set, every /api request must present it.',
    secret: true,
    schema: z.string().min(1),
  }),
  open: required({
    env: 'SERVICE_OPEN',
    flag: '--open',
    description:
      'Accepts that everyone who can reach the service may use it: needed to listen on other addresses than loopback without an API token. Connections then use local files in DATA_DIR/storage only, unless SERVICE_STORAGE_ALLOWED_ROOTS names folders.',
    fallback: 'false',
    schema: flag,
  }),
  corsOrigins: required({
    env: 'SERVICE_CORS_ORIGINS',
    description: 'Origins, as a JSON list, from which browsers may call.',
    fallback: '["http://localhost:5173"]',
    schema: textList,
  }),
  trustedHosts: required({
    env: 'SERVICE_TRUSTED_HOSTS',
    description:
      'Hostnames of the service, as a JSON list, beside localhost, the name of the machine and, in a cluster, those of its Service, Ingress and HTTPRoute. Without an API token only requests to these or to an IP address are answered, and only their pages may change things.',
    fallback: '[]',
    schema: textList,
  }),
  webhookSecret: optional({
    env: 'SERVICE_WEBHOOK_SECRET',
    description: 'Enables the webhook trigger, which must present it.',
    secret: true,
    schema: z.string().min(1),
  }),
  notifyWebhookUrl: optional({
    env: 'SERVICE_NOTIFY_WEBHOOK_URL',
    description: 'Where failed runs are reported by POST.',
    secret: true,
    schema: httpUrl,
  }),
  notifyWebhookSecret: optional({
    env: 'SERVICE_NOTIFY_WEBHOOK_SECRET',
    description: 'Sent as X-Service-Secret with each report.',
    secret: true,
    schema: z.string().min(1),
  }),
  ...CONNECTION_OPTIONS,
  maxJsonBodyMb: required({
    env: 'SERVICE_MAX_JSON_BODY_MB',
    description: 'The largest JSON body that is read, in MiB.',
    fallback: '10',
    schema: integer(1, 1_024),
  }),
  logFormat: required({
    env: 'SERVICE_LOG_FORMAT',
    flag: '--log-format <format>',
    description:
      'json: one object a line, every request included; text: for people, requests only with --log-level debug; auto: text on a terminal.',
    fallback: 'auto',
    schema: choice(['auto', 'text', 'json']),
  }),
  logLevel: required({
    env: 'SERVICE_LOG_LEVEL',
    flag: '--log-level <level>',
    description: 'Minimum level of the events that are logged.',
    fallback: 'info',
    schema: z.string().toLowerCase().pipe(logLevel),
  }),
  otlpEndpoint: optional({
    env: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    description: 'Where traces go by OTLP over HTTP, without /v1/traces; by default nowhere.',
    schema: fetchedUrl,
  }),
  otlpHeaders: required({
    env: 'OTEL_EXPORTER_OTLP_HEADERS',
    description: 'Sent with traces: NAME=VALUE, separated by commas, percent-encoded.',
    fallback: '',
    secret: true,
    schema: headerList,
  }),
  otelServiceName: required({
    env: 'OTEL_SERVICE_NAME',
    description: 'The service.name of the traces.',
    fallback: 'millrace',
    schema: text,
  }),
} satisfies Record<string, ConfigOption<unknown>>;

export type OptionName = keyof typeof OPTIONS;

export type Config = {
  readonly [Name in OptionName]: (typeof OPTIONS)[Name] extends ConfigOption<infer T> ? T : never;
} & {
  /** The values of run-time settings in the environment. */
  readonly settings: SettingsFromEnvironment;
};
