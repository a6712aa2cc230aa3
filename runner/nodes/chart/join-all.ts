import type { Table } from '../../plan/table.ts';
import { withAll } from './category-tables.ts';

/** Adds the columns of a table of one row, which has the key `all`, to each row. */
export function joinAll(rows: Table, one: Table): Table {
  return withAll(rows)
    .join(one, {
      leftKeys: ['all'],
      rightKeys: ['all'],
      keyFields: ['all', 'all'],
      how: 'left',
      suffixes: ['', '_one'],
    })
    .drop(['all'], 'all');
}
