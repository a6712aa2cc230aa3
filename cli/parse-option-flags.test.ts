import { Command } from 'commander';
import { addParseOptions } from './parse-option-flags.ts';

/** What the command prints about a flag that it does not have. */
function errorOf(flag: string): string {
  const printed: string[] = [];
  const command = addParseOptions(new Command('upload').exitOverride()).configureOutput({
    writeErr: (text) => printed.push(text),
  });
  expect(() => command.parse([flag, 'x'], { from: 'user' })).toThrow();
  return printed.join('');
}

it.each([
  ['--sep', '--delimiter'],
  ['--separator', '--delimiter'],
  ['--sheet-name', '--sheet'],
  ['--na-values', '--null-values'],
  ['--skiprows', '--skip-rows'],
  ['--has-header', '--header'],
  ['--delimitr', '--delimiter'],
])('the error of the flag %s suggests %s', (flag, meant) => {
  expect(errorOf(flag)).toBe(`error: unknown option '${flag}'\n(Did you mean ${meant}?)\n`);
});
