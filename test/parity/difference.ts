import type { ExampleTable } from '../../runner/nodes/definition.ts';
import type { ReadTable } from './table-file.ts';

/** The first difference between two tables as a sentence, or null when they are alike. */
export function difference(actual: ReadTable, expected: ReadTable | ExampleTable): string | null {
  const columns = describeColumns(actual);
  const wanted = describeColumns(expected);
  if (columns !== wanted) return `columns are ${columns} instead of ${wanted}`;
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
    const [got, wanted] = [actual.rows[row]?.[place], cells[place]];
    return `row ${row}, column "${name}": ${show(got)} instead of ${show(wanted)}`;
  }
  return null;
}

function describeColumns(table: ReadTable | ExampleTable): string {
  return table.columns
    .map(({ name, type }) => `${JSON.stringify(name)} ${NUMBERS.has(type) ? 'number' : type}`)
    .join(', ');
}

const NUMBERS: ReadonlySet<string> = new Set(['integer', 'float']);

function equalCells(got: unknown, wanted: unknown, type = ''): boolean {
  if (type === 'datetime') return moment(got) === moment(wanted);
  if (isNumber(got) && isNumber(wanted)) {
    if (typeof got === 'bigint' && typeof wanted === 'bigint') return got === wanted;
    return closeTo(Number(got), Number(wanted));
  }
  return got === wanted;
}

/** An ISO 8601 text without zeros that say nothing. */
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
