import { checkParseOptions } from './check-parse-options.ts';
import { FILE_FORMATS } from './file-format.ts';
import { withArticle } from './with-article.ts';

it.each([
  ['csv', 'a csv'],
  ['excel', 'an excel'],
  ['email', 'an email'],
  ['ipv4', 'an ipv4'],
  ['uuid', 'a uuid'],
  ['uri', 'a uri'],
])('the word %s is written with its article as %s', (word, text) => {
  expect(withArticle(word)).toBe(text);
});

it('the refusal of a parse option has the right article for each format', () => {
  const messages = FILE_FORMATS.map((format) => {
    try {
      checkParseOptions(format, { records: 'a', delimiter: ';' });
      return '';
    } catch (error) {
      return String(error);
    }
  });
  expect(messages.filter((text) => /\ba [aeio]/.test(text))).toEqual([]);
  expect(messages).toContain('UserError: The option delimiter does not apply to an excel file.');
});
