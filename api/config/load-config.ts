import { OPTIONS, type Config, type OptionName } from './config.ts';
import type { ConfigOption } from './config-option.ts';
import { conflictingOptions } from './conflicting-options.ts';
import {
  environmentVariable,
  settingFault,
  SETTINGS,
  type SettingDefinition,
  type SettingsFromEnvironment,
} from '../domain/settings/definitions.ts';

/** The texts of flags, which override the environment. */
export type ConfigOverrides = Partial<Record<OptionName, string>>;

/** Lists every invalid option, one per line. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(
      `The configuration has ${faults.length === 1 ? 'a fault' : `${faults.length} faults`}:\n${faults.map((fault) => `  ${fault}`).join('\n')}`,
    );
    this.faults = faults;
  }
}

/**
 * Reads and validates the whole configuration. An empty variable counts as absent.
 * @throws ConfigError with every invalid variable, without its value
 */
export function loadConfig(env: NodeJS.ProcessEnv, overrides: ConfigOverrides = {}): Config {
  const faults: string[] = [];
  const values = Object.entries(OPTIONS).map(([name, option]): [string, unknown] => {
    const variable = env[option.env] === '' ? undefined : env[option.env];
    const override = overrides[name as OptionName];
    // Invalid variables are reported even when a flag overrides them.
    const isOverridden = override !== undefined && variable !== undefined;
    if (isOverridden) readOption(option, { text: variable, source: option.env }, faults);
    const source = override === undefined ? option.env : flagName(option);
    return [name, readOption(option, { text: override ?? variable, source }, faults)];
  });
  const settings = settingsFrom(env, faults);
  const config = { ...(Object.fromEntries(values) as Omit<Config, 'settings'>), settings };
  faults.push(...conflictingOptions(config));
  if (faults.length > 0) throw new ConfigError(faults);
  return config;
}

function readOption(
  option: ConfigOption<unknown>,
  given: { readonly text: string | undefined; readonly source: string },
  faults: string[],
): unknown {
  const value = given.text ?? option.fallback;
  if (value === null) return null;
  const parsed = option.schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const reasons = parsed.error.issues.map((issue) => issue.message).join('; ');
  faults.push(`${given.source}: ${reasons}`);
  return null;
}

/** `--host <address>` → `--host`. */
function flagName({ flag, env }: ConfigOption<unknown>): string {
  return flag?.split(' ')[0] ?? env;
}

function settingsFrom(env: NodeJS.ProcessEnv, faults: string[]): SettingsFromEnvironment {
  const found: SettingsFromEnvironment = {};
  for (const definition of SETTINGS as readonly (SettingDefinition & {
    key: keyof SettingsFromEnvironment;
  })[]) {
    const given = env[environmentVariable(definition)];
    if (given === undefined || given === '') continue;
    const value = definition.type === 'integer' ? Number(given) : given;
    const fault = settingFault(definition, value);
    if (fault === null) found[definition.key] = value;
    else faults.push(`${environmentVariable(definition)}: ${fault}`);
  }
  return found;
}
