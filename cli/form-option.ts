import { Option } from 'commander';

/** `--output table|json`: what a command prints. */
export function formOption(): Option {
  return new Option('--output <form>', 'what is printed: a table for people, or json')
    .choices(['table', 'json'])
    .default('table');
}
