import type { BoundValue, TableName } from '../../../domain/sql-source.ts';

/** A name in backticks, which every mode of the server accepts. */
export function quotedName(name: string): string {
  return `\`${name.replaceAll('`', '``')}\``;
}

/** The name of a table, with its database if it has one. */
export function quotedTable({ schema, table }: TableName): string {
  return [...(schema === null ? [] : [schema]), table].map(quotedName).join('.');
}

/** A text by the bytes of its UTF-8, so that no mode and no character set of the server can end it early. */
export function textLiteral(text: string): string {
  return `_utf8mb4 X'${Buffer.from(text, 'utf8').toString('hex')}'`;
}

/** A value of a query. A float that is no number, or infinite, has no value in MySQL. */
export function valueLiteral(value: BoundValue): string {
  if (typeof value === 'string') return textLiteral(value);
  if (typeof value === 'bigint') return String(value);
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  if (value === null || !Number.isFinite(value)) return 'NULL';
  return Number.isSafeInteger(value) && !Object.is(value, -0) ? String(value) : floatLiteral(value);
}

/** A finite float. A number without an exponent would be a decimal. */
export function floatLiteral(value: number): string {
  return Object.is(value, -0) ? '-0e0' : value.toExponential();
}
