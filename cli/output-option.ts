import { Option } from 'commander';

/** `--output table|json`: the format that a command prints. */
export function outputOption(): Option {
  return new Option('--output <form>', 'output format: a table or JSON')
    .choices(['table', 'json'])
    .default('table');
}
