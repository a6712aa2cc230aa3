import pl from '../engines/polars/pinned/library.ts';
import { sampleRows } from './sample-rows.ts';

it.each([
  {
    place: 'first',
    chunks: [
      [0, 0],
      [1, 2],
    ],
    dropped: 0,
    rest: [1, 2],
  },
  { place: 'second', chunks: [[0, 0], [1], [2]], dropped: 1, rest: [0, 0, 2] },
])('has the rows of a frame whose $place chunk has none', ({ chunks, dropped, rest }) => {
  // A filter in memory leaves a chunk for each thread, and one by more than the row alone keeps them.
  const frames = chunks.map((cells) => pl.DataFrame([pl.Series('x', cells)]));
  const frame = pl.concat(frames, { how: 'vertical', rechunk: false });
  const left = frame.lazy().filter(pl.col('x').cumSum().neq(dropped)).collectSync();
  expect(sampleRows(pl, left, 5)).toEqual(rest.map((x) => ({ x })));
});
