import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { FILE_WARNING_CODES, LOSS_CODES } from '../../runner/domain/file-warning.ts';
import { PARSE_OPTION_NAMES } from '../../runner/domain/parse-option-facts.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const page = readFileSync(path.join(ROOT, 'docs/guesses.md'), 'utf8');

/** The sentences that the section on REST APIs quotes, without what differs from one to another. */
function quotedSentences(): readonly string[] {
  const [, section = ''] = /^## REST APIs$(.*?)^## /ms.exec(page) ?? [];
  const quoted = [...section.matchAll(/"([A-Z…][^"]*)"/g)].map(([, sentence = '']) => sentence);
  const parts = quoted.flatMap((sentence) => sentence.split('…').map((part) => part.trim()));
  return parts.filter((part) => part.includes(' '));
}

const restSources = globSync('runner/connectors/providers/rest-api/*.ts', { cwd: ROOT })
  .filter((name) => !name.endsWith('.test.ts'))
  .map((name) => readFileSync(path.join(ROOT, name), 'utf8'))
  .join('\n');

describe('the page on what a read guesses', () => {
  it.each([...FILE_WARNING_CODES, ...LOSS_CODES, 'kept_options', 'no_shared_columns'])(
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

  it.each(quotedSentences())('quotes a warning of REST APIs as it is: %s', (sentence) => {
    expect(restSources.includes(sentence)).toBe(true);
  });
});
