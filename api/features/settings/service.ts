import { badRequest, notFound } from '../../http/errors.ts';
import {
  environmentVariable,
  settingFault,
  SETTINGS,
  type SettingDefinition,
  type SettingKey,
  type SettingsFromEnvironment,
  type SettingValue,
} from './definitions.ts';
import type { SettingRead } from './schemas.ts';
import type { SettingsStore } from './store.ts';

/** How long another process's change may go unseen. */
const STALE_AFTER_MS = 2_000;

export interface SettingsService {
  /** The value in force: override, else environment, else default. */
  get<K extends SettingKey>(key: K): Promise<SettingValue<K>>;
  list(): Promise<SettingRead[]>;
  /** @throws ApiError 404 for an unknown key, 400 for a value that does not fit */
  override(key: string, value: number | string): Promise<SettingRead>;
  /** Takes the override back. @throws ApiError 404 for an unknown key */
  reset(key: string): Promise<SettingRead>;
}

export interface SettingsOptions {
  readonly store: SettingsStore;
  readonly fromEnvironment: SettingsFromEnvironment;
  /** Milliseconds of a clock that never goes back. */
  readonly monotonicNow: () => number;
}

type Overrides = ReadonlyMap<string, number | string>;

/** Run-time settings; their overrides are read from the database at most every two seconds. */
export function createSettingsService(options: SettingsOptions): SettingsService {
  const { store, fromEnvironment, monotonicNow } = options;
  let cached: { readonly at: number; readonly overrides: Promise<Overrides> } | null = null;

  function overrides(): Promise<Overrides> {
    const now = monotonicNow();
    if (cached !== null && now - cached.at < STALE_AFTER_MS) return cached.overrides;
    const reading = { at: now, overrides: store.all() };
    cached = reading;
    // A failed reading must not be remembered.
    reading.overrides.catch(() => {
      if (cached === reading) cached = null;
    });
    return reading.overrides;
  }

  function environmentValue(definition: SettingDefinition): number | string {
    return fromEnvironment[definition.key as SettingKey] ?? definition.default;
  }

  function describe(definition: SettingDefinition, all: Overrides): SettingRead {
    const override = validOverride(definition, all);
    const hasEnvironment = fromEnvironment[definition.key as SettingKey] !== undefined;
    const source = override !== undefined ? 'override' : hasEnvironment ? 'env' : 'default';
    const envValue = environmentValue(definition);
    return {
      key: definition.key,
      label: definition.label,
      description: definition.description,
      env_var: environmentVariable(definition),
      category: definition.category,
      value_type: definition.type,
      choices: definition.type === 'select' ? [...definition.choices] : null,
      min_value: definition.type === 'integer' ? definition.min : null,
      max_value: definition.type === 'integer' ? definition.max : null,
      restart_required: definition.restartRequired ?? false,
      value: override ?? envValue,
      source,
      default_value: definition.default,
      env_value: envValue,
    };
  }

  async function describeFresh(definition: SettingDefinition): Promise<SettingRead> {
    cached = null;
    return describe(definition, await overrides());
  }

  return {
    async get<K extends SettingKey>(key: K) {
      const definition = definitionOf(key);
      const value = validOverride(definition, await overrides()) ?? environmentValue(definition);
      return value as SettingValue<K>;
    },
    async list() {
      const all = await overrides();
      return SETTINGS.map((definition) => describe(definition, all));
    },
    async override(key, value) {
      const definition = definitionOf(key);
      const fault = settingFault(definition, value);
      if (fault !== null) throw badRequest(fault);
      await store.put(key, value);
      return describeFresh(definition);
    },
    async reset(key) {
      const definition = definitionOf(key);
      await store.delete(key);
      return describeFresh(definition);
    },
  };
}

function definitionOf(key: string): SettingDefinition {
  const found = SETTINGS.find((definition) => definition.key === key);
  if (found === undefined) throw notFound('Setting', key);
  return found;
}

/** A stored value can be older than the rule it now breaks. */
function validOverride(definition: SettingDefinition, all: Overrides): number | string | undefined {
  const value = all.get(definition.key);
  return value !== undefined && settingFault(definition, value) === null ? value : undefined;
}
