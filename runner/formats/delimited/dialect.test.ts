import { detectDecimal, detectDelimiter, detectEncoding } from './dialect.ts';

describe('detectEncoding', () => {
  it.each([
    ['ASCII', 'a,b\n1,2\n', 'utf-8'],
    ['nothing', '', null],
    ['binary data', 'a\0b', null],
    ['UTF-16 with a mark', Buffer.from('\ufeffa,b\n1,2\n', 'utf16le'), 'utf-16'],
    ['UTF-8 with a mark', '\ufeffa,b\n', 'utf-8-sig'],
    ['cp1252 bytes', Buffer.from('a,b\ncaf\xe9,2\n', 'latin1'), 'cp1252'],
  ])('%s', (_name, sample, encoding) => {
    expect(detectEncoding(Buffer.from(sample))).toBe(encoding);
  });

  it('reads 64 KiB, which may end inside a character', () => {
    const sample = Buffer.from(`a,b\n${'é,1\n'.repeat(40_000)}`);
    for (let extra = 0; extra < 5; extra++) {
      const shifted = Buffer.concat([Buffer.from('x'.repeat(extra)), sample]);
      expect(detectEncoding(shifted)).toBe('utf-8');
    }
  });

  it('reads 64 KiB, which may end inside a character of two bytes', () => {
    const line = Buffer.from([0x93, 0x8c, 0x8b, 0x9e, 0x93, 0x73, 0x0a]); // 東京都
    const sample = Buffer.concat(Array.from({ length: 10_000 }, () => line));
    for (let extra = 0; extra < line.length; extra++) {
      const shifted = Buffer.concat([Buffer.from('x'.repeat(extra)), sample]);
      expect(detectEncoding(shifted)).toBe('shift_jis');
    }
  });
});

describe('detectDelimiter', () => {
  it.each([
    ['a comma', 'a,b\n1,2\n', ','],
    ['a tab', 'a\tb\n1\t2\n', '\t'],
    ['a bar', 'a|b\n1|2\n', '|'],
    ['a semicolon beside decimal commas', 'a;b\n1,5;x\n', ';'],
    ['a semicolon beside commas in text', 'name;note\n"Doe, J";a, b, c\nRoe;d\n', ';'],
    ['a semicolon between decimal commas', 'a, b;c, d\n1,5;2,5\n', ';'],
    ['a bar between decimal commas', 'a, b|c, d\n1,5|text, too\n', '|'],
    ['the delimiter of more columns, of two that fit', 'a,b;c,d\nx,y;z,u\n', ','],
    ['one column', 'a\n1\n', null],
    ['nothing', '', null],
  ])('%s', (_name, text, delimiter) => {
    expect(detectDelimiter(text)).toBe(delimiter);
  });
});

describe('detectDecimal', () => {
  it.each([
    ['a decimal comma', 'a;b\n1,5;x\n', ';', ','],
    ['a decimal comma between tabs', 'a\tb\n1,5\tx\n', '\t', ','],
    ['thousands points and a decimal comma', 'a;b\n1.234,5;x\n', ';', ','],
    ['a comma that may part thousands', 'a;b\n1,234;x\n', ';', null],
    ['points that may part thousands', 'a;b\n1.234;1,5\n', ';', ','],
    ['points as decimal marks', 'a;b\n1.5;1,5\n', ';', null],
    ['commas in text', 'name;note\n"Doe, J";a, b, c\nRoe;d\n', ';', null],
    ['a file whose delimiter is the comma', 'a,b\n1,5\n', ',', null],
  ])('%s', (_name, text, delimiter, decimal) => {
    expect(detectDecimal(text, delimiter)).toBe(decimal);
  });
});
