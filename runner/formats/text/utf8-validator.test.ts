import { Utf8Validator } from './utf8-validator.ts';

it.each<[string, readonly number[][], number]>([
  ['the first line', [[0xff, 10, 0xff]], 0],
  ['a later line', [[97, 10, 98, 10, 0xff, 10]], 2],
  ['the end of a line within a character', [[97, 10, 0xc3, 10, 98]], 1],
  [
    'a chunk that ends the character before it',
    [
      [97, 0xc3],
      [0xa9, 10, 0xff, 10],
    ],
    1,
  ],
  [
    'a character that spans two chunks',
    [
      [97, 0xc3],
      [10, 98, 10],
    ],
    0,
  ],
])('counts the valid lines before an invalid character in %s', (_what, chunks, lines) => {
  const validator = new Utf8Validator();
  const results = chunks.map((chunk) => validator.push(Buffer.from(chunk)));
  expect(results).toEqual(chunks.map((_chunk, place) => place < chunks.length - 1));
  expect(validator.validLines).toBe(lines);
});
