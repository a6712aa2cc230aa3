import type { Connection } from 'mysql2';
import type { ColumnSchema, ColumnType } from '../../../domain/column.ts';
import { UserError } from '../../../domain/errors.ts';
import type { SqlWrite } from '../../sql/sql-driver.ts';
import { CELL_VALUES, stagedRows } from '../../sql/staged-cells.ts';
import { execute } from './mysql-client.ts';
import { floatLiteral, quotedName, textLiteral } from './mysql-literals.ts';

/** About so long is a statement; servers accept 4 MB and more. */
const STATEMENT_LENGTH = 1 << 20;

/** The quoted names of the columns, with commas. */
export function columnNames({ columns }: SqlWrite): string {
  return columns.map(({ name }) => quotedName(name)).join(', ');
}

/** Adds the rows of the file in batches. @param table its quoted name @throws UserError */
export async function loadRows(client: Connection, table: string, write: SqlWrite): Promise<void> {
  const head = `INSERT INTO ${table} (${columnNames(write)}) VALUES `;
  let tuples: string[] = [];
  let length = 0;
  const flush = async (): Promise<void> => {
    if (tuples.length > 0) await execute(client, `${head}${tuples.join(',')}`, 'rows');
    tuples = [];
    length = 0;
  };
  for await (const rows of stagedRows(write.file)) {
    for (const row of rows) {
      const cells = write.columns.map((column, place) => cellLiteral(column, row[place] ?? null));
      const tuple = `(${cells.join(',')})`;
      if (length + tuple.length > STATEMENT_LENGTH) await flush();
      tuples.push(tuple);
      length += tuple.length;
    }
  }
  await flush();
}

const LITERALS: Readonly<Record<ColumnType, (text: string) => string>> = {
  integer: (text) => String(BigInt(text)),
  float: (text) => {
    const value = Number(CELL_VALUES.float(text));
    return Number.isNaN(value) ? 'NULL' : floatLiteral(value);
  },
  boolean: (text) => (text === 'true' ? 'TRUE' : 'FALSE'),
  datetime: textLiteral,
  string: textLiteral,
  null: () => 'NULL',
};

function cellLiteral({ name, type }: ColumnSchema, cell: string | null): string {
  if (cell === null) return 'NULL';
  const literal = LITERALS[type](cell);
  if (!literal.includes('Infinity')) return literal;
  throw new UserError(
    `The column "${name}" has an infinite number, which MySQL cannot store. Replace it first.`,
  );
}
