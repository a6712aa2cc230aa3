import { Command, Option } from 'commander';
import { OPTIONS, type OptionName } from '../../api/config/config.ts';
import type { ConfigOption } from '../../api/config/config-option.ts';
import { environmentVariable, SETTINGS } from '../../api/domain/settings/definitions.ts';
import { loadConfig, type ConfigOverrides } from '../../api/config/load-config.ts';

/** `millrace serve`: starts the service on this machine. Flags override the environment. */
export function serveCommand(): Command {
  const command = new Command('serve').description('Start the service');
  const flags = flagsOfOptions();
  for (const { option } of flags) command.addOption(option);
  command.addHelpText('after', `\nVariables:\n${variableLines().join('\n')}`);
  return command.action(async (given: Given) => {
    const config = loadConfig(process.env, overrides(flags, given));
    const { serve } = await import('../../api/serve.ts');
    process.exitCode = await serve(config);
  });
}

/** Formats the help of every environment variable of the service. */
function variableLines(): readonly string[] {
  const described = [
    ...Object.values(OPTIONS).map(({ env, description }) => ({ env, description })),
    ...SETTINGS.map((setting) => ({
      env: environmentVariable(setting),
      description: setting.description,
    })),
  ];
  const width = Math.max(...described.map(({ env }) => env.length));
  return described.map(({ env, description }) => `  ${env.padEnd(width)}  ${description}`);
}

/** Parsed flags: text for flags with a value, false for a flag `--no-…`, else true. */
type Given = Readonly<Record<string, string | boolean | undefined>>;

interface FlagOfOption {
  readonly name: OptionName;
  readonly option: Option;
}

function flagsOfOptions(): readonly FlagOfOption[] {
  return Object.entries(OPTIONS).flatMap(([name, definition]: [string, ConfigOption<unknown>]) => {
    const { flag, description, negated = description, env } = definition;
    if (flag === undefined) return [];
    const option = new Option(flag, `${description} (${env})`);
    if (option.negate) option.description = `${negated} (${env}=false)`;
    return [{ name: name as OptionName, option }];
  });
}

function overrides(flags: readonly FlagOfOption[], given: Given): ConfigOverrides {
  return Object.fromEntries(
    flags.flatMap(({ name, option }): [string, string][] => {
      const value = given[option.attributeName()];
      // An absent flag `--no-…` is true.
      if (value === undefined || (value === true && option.negate)) return [];
      return [[name, String(value)]];
    }),
  );
}
