import { detectDialect } from './dialect.ts';

describe('detectDialect', () => {
  const cases: Record<string, [string | Buffer, ReturnType<typeof detectDialect>]> = {
    'semicolon and decimal comma': [
      'a;b\n1,5;x\n',
      { delimiter: ';', encoding: 'utf-8', decimal: ',' },
    ],
    'a comma file': ['a,b\n1,2\n', { delimiter: ',', encoding: 'utf-8', decimal: null }],
    'a tab file': ['a\tb\n1\t2\n', { delimiter: '\t', encoding: 'utf-8', decimal: null }],
    'a bar file': ['a|b\n1|2\n', { delimiter: '|', encoding: 'utf-8', decimal: null }],
    'one column': ['a\n1\n', { delimiter: null, encoding: 'utf-8', decimal: null }],
    nothing: ['', { delimiter: null, encoding: null, decimal: null }],
    'binary data': ['a\0b', { delimiter: null, encoding: null, decimal: null }],
    'UTF-16 with a mark': [
      Buffer.from('\ufeffa,b\n1,2\n', 'utf16le'),
      { delimiter: ',', encoding: 'utf-16', decimal: null },
    ],
    'UTF-8 with a mark': ['\ufeffa,b\n', { delimiter: ',', encoding: 'utf-8-sig', decimal: null }],
    'cp1252 bytes': [
      Buffer.from('a,b\ncaf\xe9,2\n', 'latin1'),
      { delimiter: ',', encoding: 'cp1252', decimal: null },
    ],
    'thousands points and a decimal comma': [
      'a;b\n1.234,5;x\n',
      { delimiter: ';', encoding: 'utf-8', decimal: ',' },
    ],
    'a comma that may part thousands': [
      'a;b\n1,234;x\n',
      { delimiter: ';', encoding: 'utf-8', decimal: null },
    ],
    'commas in text beside semicolons': [
      'name;note\n"Doe, J";a, b, c\nRoe;d\n',
      { delimiter: ';', encoding: 'utf-8', decimal: null },
    ],
    'points as decimal marks': [
      'a;b\n1.5;1,5\n',
      { delimiter: ';', encoding: 'utf-8', decimal: null },
    ],
  };
  it.each(Object.entries(cases))('%s', (_, [sample, dialect]) => {
    expect(detectDialect(Buffer.from(sample))).toEqual(dialect);
  });

  it('does not ask for the delimiter of a TSV file', () => {
    expect(detectDialect(Buffer.from('a\tb\n1,5\tx\n'), 'tsv')).toEqual({
      delimiter: null,
      encoding: 'utf-8',
      decimal: ',',
    });
  });

  it('looks at 64 KiB, which may end within a character', () => {
    const sample = Buffer.from(`a,b\n${'é,1\n'.repeat(40_000)}`);
    for (let extra = 0; extra < 5; extra++) {
      const shifted = Buffer.concat([Buffer.from('x'.repeat(extra)), sample]);
      expect(detectDialect(shifted).encoding).toBe('utf-8');
    }
  });
});
