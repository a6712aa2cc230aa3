import { invalid, notFound } from '../../domain/errors.ts';
import {
  defaultOf,
  environmentVariable,
  settingFault,
  SETTINGS,
  type SettingDefinition,
  type SettingKey,
  type SettingsFromEnvironment,
  type SettingValue,
} from './definitions.ts';
import type { SettingRead } from './schemas.ts';
import type { SettingsStore } from '../../domain/settings/store.ts';

/** The values in force at one moment: override, else environment, else default. */
export interface SettingsInForce {
  get<K extends SettingKey>(key: K): SettingValue<K>;
}

export interface SettingsService {
  /** All of them at once, for a request that needs several. */
  inForce(): Promise<SettingsInForce>;
  get<K extends SettingKey>(key: K): Promise<SettingValue<K>>;
  list(): Promise<SettingRead[]>;
  /** @throws DomainError not_found for an unknown key, invalid for a value that does not fit */
  override(key: string, value: number | string): Promise<SettingRead>;
  /** Takes the override back. @throws DomainError not_found for an unknown key */
  reset(key: string): Promise<SettingRead>;
}

export interface SettingsOptions {
  readonly store: SettingsStore;
  readonly fromEnvironment: SettingsFromEnvironment;
  /** Whether runs execute in a cluster, which has defaults of its own. */
  readonly isCluster?: boolean;
}

type Overrides = ReadonlyMap<string, number | string>;

/**
 * Run-time settings. Their overrides are read from the database at each use: a change is in force at
 * the next request, whichever server gets it.
 */
export function createSettingsService({
  store,
  fromEnvironment,
  isCluster = false,
}: SettingsOptions): SettingsService {
  function environmentValue(definition: SettingDefinition): number | string {
    return fromEnvironment[definition.key as SettingKey] ?? defaultOf(definition, isCluster);
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
      default_value: defaultOf(definition, isCluster),
      env_value: envValue,
    };
  }

  async function inForce(): Promise<SettingsInForce> {
    const all = await store.all();
    return {
      get<K extends SettingKey>(key: K) {
        const definition = definitionOf(key);
        return (validOverride(definition, all) ?? environmentValue(definition)) as SettingValue<K>;
      },
    };
  }

  return {
    inForce,
    async get(key) {
      return (await inForce()).get(key);
    },
    async list() {
      const all = await store.all();
      return SETTINGS.map((definition) => describe(definition, all));
    },
    async override(key, value) {
      const definition = definitionOf(key);
      const fault = settingFault(definition, value);
      if (fault !== null) throw invalid(fault);
      await store.put(key, value);
      return describe(definition, await store.all());
    },
    async reset(key) {
      const definition = definitionOf(key);
      await store.delete(key);
      return describe(definition, await store.all());
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
