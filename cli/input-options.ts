import { Option } from 'commander';
import { FILE_FORMATS } from '../runner/domain/file-format.ts';
import { collectPairs } from './pairs.ts';

/** `--input NAME=FILE`, repeatable. */
export function inputOption(): Option {
  return new Option(
    '--input <name=file>',
    'the file of an input node; - is standard input (repeatable)',
  )
    .argParser(collectPairs)
    .default([], 'none');
}

/** `--input-format FORMAT`: standard input has no extension that names its format. */
export function inputFormatOption(): Option {
  return new Option('--input-format <format>', 'format of standard input').choices(FILE_FORMATS);
}

/** `--input-option NAME.OPTION=VALUE`, repeatable: how the file of an input node is read. */
export function inputParseOption(): Option {
  return new Option(
    '--input-option <name.option=value>',
    'a parse option of the file of an input node, e.g. orders.skip_rows=2 (repeatable)',
  )
    .argParser(collectPairs)
    .default([], 'none');
}
