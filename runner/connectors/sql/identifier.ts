import type { TableName } from '../../domain/sql-source.ts';

/** A name in double quotes, as standard SQL has it. */
export function quotedIdentifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** The name of a table, with its schema if it has one. */
export function quotedTable({ schema, table }: TableName): string {
  return [...(schema === null ? [] : [schema]), table].map(quotedIdentifier).join('.');
}
