import { readFileSync } from 'node:fs';
import path from 'node:path';
import { FILE_WARNING_CODES } from '../../runner/domain/file-warning.ts';
import { PARSE_OPTION_NAMES } from '../../runner/domain/parse-option-facts.ts';

const page = readFileSync(path.resolve(import.meta.dirname, '../../docs/guesses.md'), 'utf8');

describe('the page on what a read guesses', () => {
  it.each([...FILE_WARNING_CODES, 'kept_options', 'no_shared_columns'])(
    'has the warning %s',
    (code) => {
      expect(page).toContain(`\`${code}\``);
    },
  );

  it.each(PARSE_OPTION_NAMES.filter((name) => name !== 'comment' && name !== 'skip_initial_space'))(
    'has the option %s, which decides a guess',
    (name) => {
      expect(page).toContain(`\`${name}\``);
    },
  );
});
