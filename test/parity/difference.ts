import type { ExampleTable } from '../../runner/nodes/definition.ts';
import { COMPUTED, floatsAgree, type FloatTolerance } from './float-rule.ts';
import { typedTable, type ReadTable } from './table-file.ts';

/** The tolerances of float columns by name; see float-rule.ts. */
export type ColumnTolerances = ReadonlyMap<string, FloatTolerance>;

/**
 * Describes the first difference between two tables; null when they are equal. Compares names, order, types
 * and exact values: an integer is not a float, and a date is not a datetime. Only a file without types, such
 * as a sheet, may have an integer where the other table has a float of the same value.
 */
export function difference(
  actual: ReadTable,
  expected: ReadTable | ExampleTable,
  tolerances: ColumnTolerances = new Map(),
): string | null {
  const target = typedTable(expected);
  const valuesOnly = actual.hasTypes === false || target.hasTypes === false;
  const columns = [actual, target].map((table) => describeColumns(table, valuesOnly));
  if (columns[0] !== columns[1]) return `columns are ${columns[0]} instead of ${columns[1]}`;
  if (actual.rows.length !== target.rows.length) {
    return `${actual.rows.length} rows instead of ${target.rows.length}: ${show(actual.rows)}`;
  }
  for (const [row, cells] of target.rows.entries()) {
    const place = cells.findIndex(
      (cell, column) =>
        !equalCells(actual.rows[row]?.[column], cell, {
          valuesOnly,
          tolerance: tolerances.get(target.columns[column]?.name ?? '') ?? COMPUTED,
        }),
    );
    if (place < 0) continue;
    const { name = '', type } = target.columns[place] ?? {};
    const [got, due] = [actual.rows[row]?.[place], cells[place]].map((cell) =>
      type === 'datetime' && typeof cell === 'bigint' ? `${cell} µs` : show(cell),
    );
    return `row ${row}, column "${name}": ${got} instead of ${due}`;
  }
  return null;
}

function describeColumns(table: ReadTable, valuesOnly: boolean): string {
  const isNumber = (type: string): boolean => type === 'integer' || type === 'float';
  return table.columns
    .map(
      ({ name, type }) =>
        `${JSON.stringify(name)} ${valuesOnly && isNumber(type) ? 'number' : type}`,
    )
    .join(', ');
}

function equalCells(
  got: unknown,
  target: unknown,
  { valuesOnly, tolerance }: { readonly valuesOnly: boolean; readonly tolerance: FloatTolerance },
): boolean {
  if (typeof got === 'number' && typeof target === 'number') {
    return floatsAgree(got, target, tolerance);
  }
  if (valuesOnly && isNumber(got) && isNumber(target)) return got == target;
  return got === target;
}

function isNumber(value: unknown): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint';
}

function show(value: unknown): string {
  if (value === undefined) return 'no cell';
  if (typeof value === 'number') return Object.is(value, -0) ? '-0' : String(value);
  return JSON.stringify(value, (_key, item: unknown) =>
    typeof item === 'bigint' ? `${item.toString()}n` : item,
  ).slice(0, 500);
}
