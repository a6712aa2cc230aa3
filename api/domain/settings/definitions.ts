import { ENGINES } from '../../../runner/domain/engine.ts';

interface DefinitionBase {
  readonly key: string;
  readonly label: string;
  readonly description: string;
  readonly category: string;
  /** A change takes effect only at the next start. */
  readonly restartRequired?: boolean;
}

export interface IntegerSetting extends DefinitionBase {
  readonly type: 'integer';
  readonly default: number;
  /** The default where runs execute in a cluster, if it differs. */
  readonly clusterDefault?: number;
  readonly min: number;
  readonly max: number;
}

export interface ChoiceSetting extends DefinitionBase {
  readonly type: 'select';
  readonly default: string;
  readonly choices: readonly string[];
}

export type SettingDefinition = IntegerSetting | ChoiceSetting;

/**
 * The settings that can change while the service runs, in display order. Each is also an environment
 * variable, `SERVICE_` and its key; an override in the database takes precedence.
 */
export const SETTINGS = [
  {
    key: 'DEFAULT_ENGINE',
    label: 'Default engine',
    description: 'The engine of runs whose request and flow name none.',
    category: 'Execution',
    type: 'select',
    choices: ENGINES,
    default: 'polars',
  },
  {
    key: 'EXECUTION_MODE',
    label: 'Execution mode',
    description: 'Kept for clients that set it: every run has a process of its own in either mode.',
    category: 'Execution',
    type: 'select',
    choices: ['thread', 'process'],
    default: 'thread',
  },
  {
    key: 'RUN_TIMEOUT_SECONDS',
    label: 'Run timeout (seconds)',
    description: 'Runs that take longer are stopped and fail; 0 means no limit.',
    category: 'Execution',
    type: 'integer',
    min: 0,
    max: 604_800,
    default: 0,
  },
  {
    key: 'MAX_UPLOAD_SIZE_MB',
    label: 'Max upload size (MB)',
    description: 'Larger files are refused while they arrive.',
    category: 'Datasets',
    type: 'integer',
    min: 1,
    max: 10_240,
    default: 100,
  },
  {
    key: 'DATASET_RETENTION_DAYS',
    label: 'Deleted dataset retention (days)',
    description: 'Deleted datasets can be restored for this long; then a purge removes them.',
    category: 'Datasets',
    type: 'integer',
    min: 0,
    max: 3_650,
    default: 30,
  },
  {
    key: 'SCHEDULER_POLL_INTERVAL_SECONDS',
    label: 'Scheduler poll interval (seconds)',
    description: 'How often due schedules are looked for, besides at their times.',
    category: 'Scheduler',
    type: 'integer',
    min: 1,
    max: 3_600,
    default: 30,
  },
  {
    key: 'SCHEDULER_MAX_CONCURRENT_RUNS',
    label: 'Max concurrent scheduled runs',
    description: 'Scheduled runs beyond this number wait, whichever server would start them.',
    category: 'Scheduler',
    type: 'integer',
    min: 1,
    max: 64,
    default: 1,
    clusterDefault: 16,
    restartRequired: true,
  },
  {
    key: 'SCHEDULER_MAX_CONSECUTIVE_FAILURES',
    label: 'Auto-disable after failures',
    description: 'A schedule whose runs fail this often in a row is disabled; 0 means never.',
    category: 'Scheduler',
    type: 'integer',
    min: 0,
    max: 1_000,
    default: 5,
  },
  {
    key: 'ML_MAX_MODEL_SIZE_MB',
    label: 'Max model size (MB)',
    description: 'Larger trained models are not stored.',
    category: 'Machine learning',
    type: 'integer',
    min: 1,
    max: 100_000,
    default: 500,
  },
  {
    key: 'ML_MAX_TRAINING_ROWS',
    label: 'Max training rows',
    description: 'Training on more rows is refused.',
    category: 'Machine learning',
    type: 'integer',
    min: 1,
    max: 1_000_000_000,
    default: 5_000_000,
  },
  {
    key: 'ML_MAX_FEATURE_COLUMNS',
    label: 'Max feature columns',
    description: 'Training on more columns is refused.',
    category: 'Machine learning',
    type: 'integer',
    min: 1,
    max: 100_000,
    default: 500,
  },
  {
    key: 'RUN_RETENTION_DAYS',
    label: 'Run retention (days)',
    description:
      'Runs that ended longer ago are removed with their files; 0 keeps them. The newest success of each flow and of each schedule, and the last run of each schedule, always stay.',
    category: 'Execution',
    type: 'integer',
    min: 0,
    max: 36_500,
    default: 0,
  },
  {
    key: 'RUN_RETENTION_PER_FLOW',
    label: 'Runs kept per flow',
    description:
      'Runs of a flow beyond this number of newest ones are removed with their files; 0 keeps them. The newest success of each flow and of each schedule, and the last run of each schedule, always stay.',
    category: 'Execution',
    type: 'integer',
    min: 0,
    max: 1_000_000,
    default: 0,
  },
  {
    key: 'PREVIEW_TIMEOUT_SECONDS',
    label: 'Preview timeout (seconds)',
    description: 'Previews that take longer are stopped and answered with 400; 0 means no limit.',
    category: 'Execution',
    type: 'integer',
    min: 0,
    max: 86_400,
    default: 120,
  },
] as const satisfies readonly SettingDefinition[];

type Definition = (typeof SETTINGS)[number];
export type SettingKey = Definition['key'];
export type SettingValue<K extends SettingKey> =
  Extract<Definition, { key: K }> extends { type: 'integer' }
    ? number
    : Extract<Definition, { key: K; choices: readonly string[] }>['choices'][number];

/** Values that the environment gives, by key. */
export type SettingsFromEnvironment = Partial<Record<SettingKey, number | string>>;

export function environmentVariable(definition: SettingDefinition): string {
  return `SERVICE_${definition.key}`;
}

/** @param isCluster whether runs execute in a cluster */
export function defaultOf(definition: SettingDefinition, isCluster: boolean): number | string {
  if (definition.type === 'select' || !isCluster) return definition.default;
  return definition.clusterDefault ?? definition.default;
}

/** Why the value does not fit the setting, in a sentence; null when it fits. */
export function settingFault(definition: SettingDefinition, value: number | string): string | null {
  if (definition.type === 'select') {
    return typeof value === 'string' && definition.choices.includes(value)
      ? null
      : `${definition.key} must be one of ${definition.choices.join(', ')}`;
  }
  const { min, max } = definition;
  return Number.isInteger(value) && Number(value) >= min && Number(value) <= max
    ? null
    : `${definition.key} must be a whole number from ${min} to ${max}`;
}
