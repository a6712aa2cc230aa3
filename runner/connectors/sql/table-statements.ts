import type { ColumnSchema, ColumnType } from '../../domain/column.ts';
import { quotedIdentifier } from './identifier.ts';

/** How a database writes a new table. */
export interface TableDialect {
  /** The type of a new column. */
  readonly typeOf: (type: ColumnType) => string;
  /** What makes a new table reject a second row with the same keys. */
  readonly keyConstraint: 'PRIMARY KEY' | 'UNIQUE';
}

interface KeyedColumns {
  readonly columns: readonly ColumnSchema[];
  readonly keys: readonly string[];
}

/** The quoted names of the columns, with commas. */
export function namesOf({ columns }: Pick<KeyedColumns, 'columns'>): string {
  return columns.map(({ name }) => quotedIdentifier(name)).join(', ');
}

/** The columns of a new table, in parentheses. @param keys those that identify a row; without any, none do */
export function tableColumns(
  { columns, keys }: KeyedColumns,
  { typeOf, keyConstraint }: TableDialect,
): string {
  const fields = columns.map(({ name, type }) => {
    const field = `${quotedIdentifier(name)} ${typeOf(type)}`;
    return keys.includes(name) ? `${field} NOT NULL` : field;
  });
  const names = keys.map(quotedIdentifier).join(', ');
  const constraint = keys.length === 0 ? [] : [`${keyConstraint} (${names})`];
  return `(${[...fields, ...constraint].join(', ')})`;
}

/** What ends an insertion so that it updates the rows with the same keys. */
export function onConflict({ columns, keys }: KeyedColumns): string {
  const updates = columns
    .filter(({ name }) => !keys.includes(name))
    .map(({ name }) => `${quotedIdentifier(name)} = excluded.${quotedIdentifier(name)}`);
  const action = updates.length === 0 ? 'NOTHING' : `UPDATE SET ${updates.join(', ')}`;
  return `ON CONFLICT (${keys.map(quotedIdentifier).join(', ')}) DO ${action}`;
}

/** A query that returns a row if two rows have the same keys. Rows without a key are never the same. */
export function repeatedKeys(table: string, keys: readonly string[]): string {
  const names = keys.map(quotedIdentifier);
  const isKnown = names.map((name) => `${name} IS NOT NULL`).join(' AND ');
  return `SELECT 1 FROM ${table} WHERE ${isKnown} GROUP BY ${names.join(', ')} HAVING count(*) > 1 LIMIT 1`;
}
