import { frameBytes } from './frame-bytes.ts';
import polars from './library.ts';

it('counts the texts of the rows, not those of other rows of the same memory', () => {
  const texts = ['x'.repeat(100_000), 'y'.repeat(20_000), 'z'];
  const frame = polars.DataFrame([polars.Series('text', texts, polars.String)]);
  expect(frameBytes(frame)).toBeGreaterThanOrEqual(120_001);
  expect(frameBytes(frame.slice(1, 2))).toBeGreaterThanOrEqual(20_001);
  expect(frameBytes(frame.slice(1, 2))).toBeLessThan(100_000);
});
