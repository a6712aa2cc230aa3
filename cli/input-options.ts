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

/** `--input-format FORMAT`: files have extensions, standard input has none. */
export function inputFormatOption(): Option {
  return new Option('--input-format <format>', 'what standard input holds').choices(FILE_FORMATS);
}
