import { cellValues } from '../../cell-values.ts';
import { deferColumn } from '../../deferred-column.ts';
import { deferTake, peekCells, takeCells } from './take-rows.ts';

it('reads few taken rows once for a peek at some of them and for all that is read later', () => {
  const cells = { type: 'float', values: Float64Array.of(0, 1, 2, 3), validity: null } as const;
  let reads = 0;
  const stored = deferColumn('float', {
    length: 4,
    load: () => cells,
    peek: (rows) => {
      reads++;
      return takeCells(cells, rows);
    },
    table: () => null,
    mask: () => null,
  });
  const taken = deferTake(stored, Int32Array.of(3, -1, 1));
  expect(cellValues(peekCells(taken, Int32Array.of(0, -1)))).toEqual([3, null]);
  expect(cellValues(taken)).toEqual([3, null, 1]);
  expect(reads).toBe(1);
});
