import { z } from 'zod';
import { OPTIONS } from '../api/config/config.ts';
import {
  environmentVariable,
  SETTINGS,
  defaultOf,
  type SettingDefinition,
} from '../api/domain/settings/definitions.ts';

/** The fields of a service option that its chart value is derived from. */
interface ServiceOption {
  readonly env: string;
  readonly description: string;
  /** As text; null without a default. */
  readonly fallback: string | null;
  readonly secret?: boolean;
  readonly schema: z.ZodType;
}

/** A value of the chart that becomes an environment variable of the service. */
export interface ChartOption {
  /** The variable's name without `SERVICE_`, in camel case. The chart derives the variable from it. */
  readonly name: string;
  readonly env: string;
  readonly description: string;
  /** JSON, which is YAML too. */
  readonly fallback: string;
  readonly schema: object;
}

/** Variables that the chart sets itself or that have a value outside these blocks. */
const PLACED_ELSEWHERE: ReadonlySet<string> = new Set([
  'SERVICE_HOST',
  // The image has it: a pod listens on all addresses, and only a token changes who may use it.
  'SERVICE_OPEN',
  'SERVICE_PORT',
  'SERVICE_METRICS_PORT',
  'SERVICE_DATA_DIR',
  'SERVICE_EXTRAS_DIR',
  // No image of the API has Python.
  'SERVICE_PYTHON',
  'SERVICE_CLUSTER_PYTHON',
  'SERVICE_EXECUTOR',
  'SERVICE_KUBERNETES_NAMESPACE',
  'SERVICE_VARIABLES_SECRET',
  'SERVICE_KEYRING_SECRET',
  'SERVICE_DATABASE_URL',
  'SERVICE_OBJECT_STORE',
  'SERVICE_S3_ENDPOINT',
  'SERVICE_S3_REGION',
  'SERVICE_S3_ACCESS_KEY_ID',
  'SERVICE_S3_SECRET_ACCESS_KEY',
  'SERVICE_MAX_RUN_CPU',
  'SERVICE_MAX_RUN_MEMORY',
  'SERVICE_API_TOKEN',
  'SERVICE_WEBHOOK_SECRET',
  'SERVICE_NOTIFY_WEBHOOK_URL',
  'SERVICE_NOTIFY_WEBHOOK_SECRET',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'OTEL_SERVICE_NAME',
]);

/** Defaults of a cluster that differ from those of a laptop. */
const FALLBACKS: Readonly<Record<string, string>> = {
  SERVICE_CORS_ORIGINS: '[]',
  // The identity of a pod is what its installation gives to its service account.
  SERVICE_CONNECTOR_MACHINE_IDENTITY: 'true',
  SERVICE_SEED_DEMO: 'false',
  SERVICE_LOG_FORMAT: 'json',
};

const LIST = { type: 'array', items: { type: 'string' } };

/**
 * The chart's values under `config`: every service option without a value elsewhere in the chart.
 * @throws Error for a secret option, which needs its own value with an `existingSecret`
 */
export function configOptions(): readonly ChartOption[] {
  const options: readonly ServiceOption[] = Object.values(OPTIONS);
  return options.filter((option) => !PLACED_ELSEWHERE.has(option.env)).map(chartOption);
}

/** The chart's values under `settings`: environment values of settings that change at run time. */
export function settingOptions(): readonly ChartOption[] {
  return (SETTINGS as readonly SettingDefinition[]).map((setting) => {
    const env = environmentVariable(setting);
    const description = phrase(setting.description);
    const fallback = JSON.stringify(defaultOf(setting, true));
    const schema =
      setting.type === 'select'
        ? { enum: setting.choices }
        : { type: 'integer', minimum: setting.min, maximum: setting.max };
    return { name: valueName(env), env, description, fallback, schema };
  });
}

/** Writes values into a block of `values.yaml`, between its first line and its end comment. */
export function writeBlock(yaml: string, block: string, options: readonly ChartOption[]): string {
  const place = new RegExp(`^(${block}:\n)[^]*?(# /${block}\n)`, 'm');
  if (!place.test(yaml)) throw new Error(`values.yaml has no block ${block}.`);
  const lines = options.flatMap(({ name, description, fallback }) => [
    `  # ${description}\n`,
    `  ${name}: ${fallback.replaceAll('"', "'")}\n`,
  ]);
  return yaml.replace(place, (_all, start: string, end: string) => start + lines.join('') + end);
}

/** The JSON Schema of a block. */
export function blockSchema(options: readonly ChartOption[]): object {
  return {
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(options.map(({ name, schema }) => [name, schema])),
  };
}

function chartOption({ env, description, fallback, secret, schema }: ServiceOption): ChartOption {
  if (secret === true) {
    throw new Error(
      `${env} is secret: give it values of its own in the chart, with an existingSecret`,
    );
  }
  const text = FALLBACKS[env] ?? fallback ?? '';
  return {
    name: valueName(env),
    env,
    description: phrase(description),
    fallback: /^(true|false|\d+|\[.*\])$/.test(text) ? text : JSON.stringify(text),
    schema: text.startsWith('[') ? LIST : accepted(schema, fallback),
  };
}

/** The schema of an option's value. An empty text means that the option is unset. */
function accepted(schema: z.ZodType, fallback: string | null): object {
  const read = z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' });
  const parts = Object.fromEntries(Object.entries(read).filter(([key]) => key !== '$schema'));
  return fallback === null ? { anyOf: [{ const: '' }, parts] } : parts;
}

/** Rewords a description for the chart, whose lists are YAML. */
function phrase(description: string): string {
  return description.replace(', as a JSON list,', '').replace(/\.$/, '');
}

function valueName(env: string): string {
  return env
    .replace('SERVICE_', '')
    .toLowerCase()
    .replaceAll(/_(.)/g, (_all, letter: string) => letter.toUpperCase());
}
