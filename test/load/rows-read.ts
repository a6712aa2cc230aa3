import { DATASETS, FLOWS, PROJECTS, SCHEDULES } from './production-data.ts';
import type { Statement } from './statement.ts';

/** No request reads more rows of a table than it answers, twice (which, and what is in them), and these. */
export const PAGE = 100;

/** Rows read of each table, the tables with the most rows first. */
export function rowsRead(statements: readonly Statement[]): Map<string, number> {
  const sum = new Map<string, number>();
  for (const statement of statements) {
    for (const [table, rows] of statement.rowsRead) sum.set(table, (sum.get(table) ?? 0) + rows);
  }
  return new Map([...sum].toSorted(([, a], [, b]) => b - a));
}

/** A number of rows: of a small table, each row may be counted by reading it. */
const SMALL_TABLES = { datasets: DATASETS, flows: FLOWS, schedules: SCHEDULES, projects: PROJECTS };

function mayRead(table: string, answered: number): number {
  const counted = (SMALL_TABLES as Readonly<Record<string, number>>)[table] ?? 0;
  return 2 * answered + PAGE + counted;
}

/** @param answered how many rows the answer shows, at most of any table */
export function expectFewRows(statements: readonly Statement[], answered: number): void {
  const read = [...rowsRead(statements)];
  const tooMany = read.filter(([table, rows]) => rows > mayRead(table, answered));
  const worst = statements
    .filter(({ rowsRead: of }) => tooMany.some(([table]) => (of.get(table) ?? 0) > PAGE))
    .map(({ sql }) => sql.replace(/\s+/g, ' '));
  expect({ tooMany, worst }).toEqual({ tooMany: [], worst: [] });
}

/** Without what a list may read to count. */
export function expectOneItem(statements: readonly Statement[]): void {
  const many = [...rowsRead(statements)].filter(([, rows]) => rows > PAGE);
  expect(many).toEqual([]);
}

/** @returns the statement that read the most rows of a table, with how many */
function worstOf(statements: readonly Statement[], table: string): [number, string] {
  let worst: [number, string] = [0, ''];
  for (const { sql, rowsRead: of } of statements) {
    if ((of.get(table) ?? 0) > worst[0]) worst = [of.get(table) ?? 0, sql];
  }
  return worst;
}

/** Work in the background is done in batches: of what a transaction removes it reads each row some times. */
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
