import type { ExampleTable } from '../../runner/nodes/definition.ts';
import type { ReadTable } from './table-file.ts';

/** Describes the first difference between two tables; null when they are equal. */
export function difference(actual: ReadTable, expected: ReadTable | ExampleTable): string | null {
  const columns = describeColumns(actual);
  const target = describeColumns(expected);
  if (columns !== target) return `columns are ${columns} instead of ${target}`;
  if (actual.rows.length !== expected.rows.length) {
    return `${actual.rows.length} rows instead of ${expected.rows.length}: ${show(actual.rows)}`;
  }
  for (const [row, cells] of expected.rows.entries()) {
    const place = cells.findIndex(
      (cell, column) =>
        !equalCells(actual.rows[row]?.[column], cell, expected.columns[column]?.type),
    );
    if (place < 0) continue;
    const name = expected.columns[place]?.name ?? '';
    const [got, target] = [actual.rows[row]?.[place], cells[place]];
    return `row ${row}, column "${name}": ${show(got)} instead of ${show(target)}`;
  }
  return null;
}

function describeColumns(table: ReadTable | ExampleTable): string {
  return table.columns
    .map(({ name, type }) => `${JSON.stringify(name)} ${NUMBERS.has(type) ? 'number' : type}`)
    .join(', ');
}

const NUMBERS: ReadonlySet<string> = new Set(['integer', 'float']);

function equalCells(got: unknown, target: unknown, type = ''): boolean {
  if (type === 'datetime') return moment(got) === moment(target);
  if (isNumber(got) && isNumber(target)) {
    if (typeof got === 'bigint' && typeof target === 'bigint') return got === target;
    return closeTo(Number(got), Number(target));
  }
  return got === target;
}

/** Removes redundant zeros from an ISO 8601 text. */
function moment(cell: unknown): unknown {
  if (typeof cell !== 'string') return cell;
  return cell
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '')
    .replace(/T00:00:00$/, '');
}

function closeTo(a: number, b: number): boolean {
  return Object.is(a, b) || a === b || Math.abs(a - b) <= 1e-9 * Math.max(Math.abs(a), Math.abs(b));
}

function isNumber(value: unknown): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint';
}

function show(value: unknown): string {
  return JSON.stringify(value, (_key, item: unknown) =>
    typeof item === 'bigint' ? `${item.toString()}n` : item,
  ).slice(0, 500);
}
