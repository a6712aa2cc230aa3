import type { Command } from 'commander';
import {
  helpWithFormats,
  PARSE_OPTION_NAMES,
  PARSE_OPTIONS,
  type ParseOptionName,
} from '../runner/domain/parse-option-facts.ts';
import { parseOptionCalled } from '../runner/domain/parse-option-spellings.ts';

/** The texts of parse options, as a form has them. */
export type ParseOptionTexts = Readonly<Partial<Record<ParseOptionName, string>>>;

/**
 * Adds an option of the command line for each parse option: `skip_rows` is `--skip-rows <value>`. One that is true or
 * false has two, such as `--dates` and `--no-dates`, since the version before may have the other one.
 */
export function addParseOptions(command: Command): Command {
  for (const name of PARSE_OPTION_NAMES) {
    const flag = flagOf(name);
    if (PARSE_OPTIONS[name].form.kind !== 'boolean') {
      command.option(`--${flag} <value>`, helpWithFormats(name));
      continue;
    }
    const [yes, no] = helpOfBoolean(name);
    command.option(`--${flag}`, yes).option(`--no-${flag}`, no);
  }
  return command.configureOutput({
    outputError: (text, write) => {
      write(text.replace(UNKNOWN_OPTION, (error, flag: string) => withMeantFlag(error, flag)));
    },
  });
}

/** The error of commander, with its own suggestion if it has one. */
const UNKNOWN_OPTION = /error: unknown option '--([\w-]+)(?:=[^\n]*)?'(?:\n\(Did you mean .*\))?/;

/** Names of other tools, such as `--sep`, are no typos, which commander finds. */
function withMeantFlag(error: string, flag: string): string {
  const option = parseOptionCalled(flag);
  if (option === undefined) return error;
  return `error: unknown option '--${flag}'\n(Did you mean --${flagOf(option)}?)`;
}

function flagOf(name: ParseOptionName): string {
  return name === 'has_header' ? 'header' : name.replaceAll('_', '-');
}

function helpOfBoolean(name: ParseOptionName): readonly [yes: string, no: string] {
  if (name !== 'has_header') return [helpWithFormats(name), `not --${flagOf(name)}`];
  return [
    'csv, tsv, excel: the first line names the columns. This is the default',
    'csv, tsv, excel: the first line is a row',
  ];
}

/** @param given the options of the command line, as commander parses them */
export function parseOptionTexts(given: Readonly<Record<string, unknown>>): ParseOptionTexts {
  return Object.fromEntries(
    PARSE_OPTION_NAMES.flatMap((name): [string, string][] => {
      const value = given[camelCase(flagOf(name))];
      if (typeof value === 'boolean') return [[name, String(value)]];
      return typeof value === 'string' ? [[name, value]] : [];
    }),
  );
}

function camelCase(flag: string): string {
  return flag.replaceAll(/-([a-z])/g, (_match, letter: string) => letter.toUpperCase());
}
