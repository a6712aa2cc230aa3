import { open } from 'node:fs/promises';
import type { ParquetField, ParquetFooter } from '../footer/parquet-footer.ts';
import { LeafCursor } from './leaf-cursor.ts';
import { readLeaf } from './page-columns.ts';

/** The nulls in the pages of a column. Statistics can be wrong. */
export async function countNulls(
  path: string,
  { rowGroups }: ParquetFooter,
  column: ParquetField,
): Promise<number> {
  const file = await open(path, 'r');
  try {
    let nulls = 0;
    for (const group of rowGroups) {
      nulls += nullsIn(new LeafCursor(await readLeaf(file, [column], group)), group.rows);
    }
    return nulls;
  } finally {
    await file.close();
  }
}

function nullsIn(cursor: LeafCursor, rows: number): number {
  let nulls = 0;
  for (let row = 0; row < rows; row += 1) if (cursor.take() === null) nulls += 1;
  return nulls;
}
