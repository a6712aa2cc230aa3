import { cellValues } from '../../cell-values.ts';
import type { Frame } from '../../frame.ts';
import { joinFrames } from './join-frames.ts';

const integer = (name: string) => ({ name, type: 'integer' }) as const;

function frame(name: string, ...columns: readonly (readonly number[])[]): Frame {
  return {
    length: columns[0]?.length ?? 0,
    names: ['key', name].slice(0, columns.length),
    columns: columns.map((cells) => ({
      type: 'integer',
      values: Float64Array.from(cells),
      validity: null,
    })),
  };
}

function joined(left: Frame, right: Frame, how: 'inner' | 'left'): Frame {
  return joinFrames(left, right, {
    how,
    pairs: [{ left: integer('key'), right: integer('key') }],
    columns: [
      { ...integer('key'), from: 'key', source: 'key' },
      { ...integer('left'), from: 'left', source: 'left' },
      { ...integer('right'), from: 'right', source: 'right' },
    ],
  });
}

const LEFT = frame('left', [1, 2, 3], [10, 20, 30]);

it('shares the columns of the left side where the result has exactly its rows', () => {
  const result = joined(LEFT, frame('right', [3, 1], [300, 100]), 'left');
  expect(result.columns[0]).toBe(LEFT.columns[0]);
  expect(result.columns[1]).toBe(LEFT.columns[1]);
  expect(result.columns.map(cellValues)).toEqual([
    [1n, 2n, 3n],
    [10n, 20n, 30n],
    [100n, null, 300n],
  ]);
});

it('takes the rows of the left side where one comes twice and another never', () => {
  const result = joined(LEFT, frame('right', [1, 1, 2], [100, 101, 200]), 'inner');
  expect(result.columns.map(cellValues)).toEqual([
    [1n, 1n, 2n],
    [10n, 10n, 20n],
    [100n, 101n, 200n],
  ]);
});
