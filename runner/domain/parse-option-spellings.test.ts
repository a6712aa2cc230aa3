import { checkParseOption } from './check-parse-options.ts';
import { isParseOptionName } from './parse-option-facts.ts';
import { parseOptionCalled, parseOptionMeant } from './parse-option-spellings.ts';

it.each([
  ['sep', 'delimiter'],
  ['separator', 'delimiter'],
  ['header', 'has_header'],
  ['sheet_name', 'sheet'],
  ['na_values', 'null_values'],
  ['skiprows', 'skip_rows'],
  ['names', 'column_names'],
  ['parse_dates', 'dates'],
  ['quotechar', 'quote_char'],
  ['skipinitialspace', 'skip_initial_space'],
  ['charset', 'encoding'],
  ['delimitr', 'delimiter'],
  ['hasHeader', 'has_header'],
])('%s is what another tool calls the parse option %s', (name, option) => {
  expect(parseOptionMeant(name)).toBe(option);
});

it('nothing else is called as a parse option', () => {
  expect(parseOptionCalled('project_id')).toBeUndefined();
  expect(parseOptionMeant('zzz')).toBeUndefined();
  expect(isParseOptionName('sep')).toBe(false);
});

it.each([
  ['delimiter', 'tab', '\\t'],
  ['delimiter', 'TAB', '\\t'],
  ['delimiter', 'comma', ','],
  ['delimiter', 'semicolon', ';'],
  ['delimiter', 'pipe', '|'],
  ['delimiter', 'space', 'whitespace'],
  ['delimiter', '\\s+', 'whitespace'],
  ['decimal', 'comma', ','],
  ['decimal', 'point', '.'],
] as const)(
  'the value %s=%s is refused with the mark that it stands for: %s',
  (name, value, mark) => {
    expect(() => checkParseOption(name, value)).toThrow(`Did you mean "${mark}"?`);
  },
);

it('a word for a mark that an option does not take is refused without it', () => {
  expect(() => checkParseOption('decimal', 'tab')).toThrow(/is not one of "\.", ","\.$/);
});
