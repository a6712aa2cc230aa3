import type { Table } from '../../plan/table.ts';

/** At most `limit` of the rows, in order: all of them, or a sample that is the same each time. */
export function sampled(rows: Table, limit: number): Table {
  return rows.sample({
    size: { rows: limit, orFewer: true },
    seed: 0,
    // The config has neither.
    at: { size: [], seed: [] },
  });
}
