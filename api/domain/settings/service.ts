import { invalid, notFound } from '../errors.ts';
import {
  defaultOf,
  settingFault,
  SETTINGS,
  type SettingDefinition,
  type SettingKey,
  type SettingsFromEnvironment,
  type SettingValue,
} from './definitions.ts';
import type { SettingsStore } from './store.ts';

/** The effective values at one moment: override, else environment, else default. */
export interface SettingsInForce {
  get<K extends SettingKey>(key: K): SettingValue<K>;
}

/** A setting with its effective value and where that comes from. */
export interface SettingState {
  readonly definition: SettingDefinition;
  readonly value: number | string;
  readonly source: 'default' | 'env' | 'override';
  readonly defaultValue: number | string;
  /** The value without an override. */
  readonly envValue: number | string;
}

export interface SettingsService {
  /** Reads all settings in one query. */
  inForce(): Promise<SettingsInForce>;
  get<K extends SettingKey>(key: K): Promise<SettingValue<K>>;
  list(): Promise<SettingState[]>;
  /** @throws DomainError not_found for an unknown key, invalid for an invalid value */
  override(key: string, value: number | string): Promise<SettingState>;
  /** Removes the override. @throws DomainError not_found for an unknown key */
  reset(key: string): Promise<SettingState>;
}

export interface SettingsOptions {
  readonly store: SettingsStore;
  readonly fromEnvironment: SettingsFromEnvironment;
  /** Whether runs execute in a cluster; some defaults differ there. */
  readonly isCluster?: boolean;
}

type Overrides = ReadonlyMap<string, number | string>;

/**
 * Run-time settings. Each use reads the overrides from the database, so a change takes effect on every
 * replica at the next request.
 */
export function createSettingsService({
  store,
  fromEnvironment,
  isCluster = false,
}: SettingsOptions): SettingsService {
  function environmentValue(definition: SettingDefinition): number | string {
    return fromEnvironment[definition.key as SettingKey] ?? defaultOf(definition, isCluster);
  }

  function describe(definition: SettingDefinition, all: Overrides): SettingState {
    const override = validOverride(definition, all);
    const hasEnvironment = fromEnvironment[definition.key as SettingKey] !== undefined;
    const source = override !== undefined ? 'override' : hasEnvironment ? 'env' : 'default';
    const envValue = environmentValue(definition);
    return {
      definition,
      value: override ?? envValue,
      source,
      defaultValue: defaultOf(definition, isCluster),
      envValue,
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

/** A stored override may violate a newer rule; then it does not count. */
function validOverride(definition: SettingDefinition, all: Overrides): number | string | undefined {
  const value = all.get(definition.key);
  return value !== undefined && settingFault(definition, value) === null ? value : undefined;
}
