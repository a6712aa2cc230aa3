import { DATASETS, FLOWS, PROJECTS, SCHEDULES } from './production-data.ts';
import type { Statement } from './statement.ts';

/** Allowance of rows per table, on top of two reads of every returned row: for its id and its content. */
export const PAGE = 100;

/** Sums the rows read per table, largest first. */
export function rowsRead(statements: readonly Statement[]): Map<string, number> {
  const sum = new Map<string, number>();
  for (const statement of statements) {
    for (const [table, rows] of statement.rowsRead) sum.set(table, (sum.get(table) ?? 0) + rows);
  }
  return new Map([...sum].toSorted(([, a], [, b]) => b - a));
}

/** Rows of small tables, which a statement may read to count them. */
const SMALL_TABLES = { datasets: DATASETS, flows: FLOWS, schedules: SCHEDULES, projects: PROJECTS };

function mayRead(table: string, answered: number): number {
  const counted = (SMALL_TABLES as Readonly<Record<string, number>>)[table] ?? 0;
  return 2 * answered + PAGE + counted;
}

/** Expects that no table was read beyond the limit. @param answered the maximum of returned rows per table */
export function expectFewRows(statements: readonly Statement[], answered: number): void {
  const read = [...rowsRead(statements)];
  const tooMany = read.filter(([table, rows]) => rows > mayRead(table, answered));
  const worst = statements
    .filter(({ rowsRead: of }) => tooMany.some(([table]) => (of.get(table) ?? 0) > PAGE))
    .map(({ sql }) => sql.replace(/\s+/g, ' '));
  expect({ tooMany, worst }).toEqual({ tooMany: [], worst: [] });
}

/** Expects that statements read one item, without counts. */
export function expectOneItem(statements: readonly Statement[]): void {
  const many = [...rowsRead(statements)].filter(([, rows]) => rows > PAGE);
  expect(many).toEqual([]);
}

/** Returns the largest number of rows that one statement read of a table, and the statement. */
function worstOf(statements: readonly Statement[], table: string): [number, string] {
  let worst: [number, string] = [0, ''];
  for (const { sql, rowsRead: of } of statements) {
    if ((of.get(table) ?? 0) > worst[0]) worst = [of.get(table) ?? 0, sql];
  }
  return worst;
}

/** Size of a background batch. A transaction reads each row that it removes a few times. */
const BATCH = 500;

export function expectBatches(statements: readonly Statement[], removed: number): void {
  for (const table of ['runs', 'run_attempts', 'run_inputs', 'run_outputs', 'node_results']) {
    const [rows, sql] = worstOf(statements, table);
    expect({ table, sql, isBounded: rows <= 3 * BATCH }).toEqual({ table, sql, isBounded: true });
    const all = rowsRead(statements).get(table) ?? 0;
    expect({ table, all, isLinear: all <= 5 * removed + 10 * BATCH }).toMatchObject({
      isLinear: true,
    });
  }
}
