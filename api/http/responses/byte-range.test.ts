import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { readByteRange, sliceOfStream } from './byte-range.ts';

describe('readByteRange', () => {
  it.each([
    ['bytes=0-0', { start: 0, end: 0 }],
    ['bytes=2-5', { start: 2, end: 5 }],
    ['bytes=8-', { start: 8, end: 9 }],
    ['bytes=8-99', { start: 8, end: 9 }],
    ['bytes=-3', { start: 7, end: 9 }],
    ['bytes=-99', { start: 0, end: 9 }],
    ['bytes=10-', 'unsatisfiable'],
    ['bytes=-0', 'unsatisfiable'],
    ['bytes=5-2', null],
    ['bytes=-', null],
    ['bytes=0-1,3-4', null],
    ['lines=1-2', null],
    [undefined, null],
  ])('parses %s of a ten-byte file as %j', (header, range) => {
    expect(readByteRange(header, 10)).toEqual(range);
  });
});

it('slices a stream across chunk boundaries', async () => {
  const chunks = ['ab', 'cde', 'f', 'ghij'].map((text) => Buffer.from(text));
  const sliced = Readable.from(chunks).pipe(sliceOfStream({ start: 3, end: 7 }));
  expect((await buffer(sliced)).toString()).toBe('defgh');
});
