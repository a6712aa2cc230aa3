import type { TableName } from '../../../domain/sql-source.ts';

/** A name in brackets, which every setting of the server accepts. */
export function quotedName(name: string): string {
  return `[${name.replaceAll(']', ']]')}]`;
}

/** The name of a table, with its schema if it has one. */
export function quotedTable({ schema, table }: TableName): string {
  return [...(schema === null ? [] : [schema]), table].map(quotedName).join('.');
}
