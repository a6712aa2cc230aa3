import { numberHint } from './number-hint.ts';

describe('the hint of a text that is no number', () => {
  it.each([
    ['$1,234.50', '[$,]'],
    ['-€ 5', '[€ ]'],
    ["1'000 CHF", "[CHF']"],
  ])('names the signs to remove from %s', (text, pattern) => {
    expect(numberHint(text)).toBe(
      `Remove such signs first: replaceValues with to_replace "${pattern}", value "" and regex true.`,
    );
  });

  it('says of one comma before three digits what else it may be', () => {
    expect(numberHint('1,234')).toBe(
      'Remove such signs first: replaceValues with to_replace "[,]", value "" and regex true. If its comma is a decimal mark, replace it by ".".',
    );
    expect(numberHint('0,123')).toMatch(/^The comma of "0,123" is a decimal mark: upload/);
  });

  it('says of a percentage also how to make a share of it', () => {
    expect(numberHint('50%')).toBe(
      'Remove such signs first: replaceValues with to_replace "[%]", value "" and regex true. Divide by 100 where the share is meant.',
    );
  });

  it('names the upload option of a decimal comma, and what to replace without an upload', () => {
    expect(numberHint('1.234,50')).toBe(
      'The comma of "1.234,50" is a decimal mark: remove the other signs by replaceValues with to_replace "[.]", value "" and regex true, then replace "," by "." likewise.',
    );
    expect(numberHint('1,5')).toBe(
      'The comma of "1,5" is a decimal mark: upload the file with decimal=",", or replace "," by "." by replaceValues with regex true.',
    );
  });

  it.each(['x', '', 'two', '12 kg 5', '1.2.3', '2024-01-01', '12:30', '(5)', 'Street 12', '12'])(
    'is none for %j, which is no number with signs',
    (text) => {
      expect(numberHint(text)).toBeNull();
    },
  );
});
