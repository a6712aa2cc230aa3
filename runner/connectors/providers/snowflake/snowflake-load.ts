import type { Bind, Connection } from 'snowflake-sdk';
import type { ColumnSchema } from '../../../domain/column.ts';
import { UserError } from '../../../domain/errors.ts';
import { microsecondsOf } from '../../sql/moments.ts';
import type { SqlWrite } from '../../sql/sql-driver.ts';
import { stagedRows, type StagedRow } from '../../sql/staged-cells.ts';
import { perform } from './snowflake-client.ts';

/** So many values are sent with a statement; beyond 65,280 the server wants them in files. */
const MAX_CELLS = 50_000;
/** So many characters are sent with a statement, and one row may have: the driver sends at most 10 MB. */
const MAX_CHARACTERS = 1_500_000;

/** Adds the rows of the file in bounded memory. @param table its quoted name; its columns are those of the write */
export async function loadRows(
  client: Connection,
  table: string,
  { columns, file }: SqlWrite,
): Promise<void> {
  const sql = `INSERT INTO ${table} VALUES (${columns.map(() => '?').join(', ')})`;
  let batch: Bind[][] = [];
  let characters = 0;
  const send = async (): Promise<void> => {
    if (batch.length > 0) await perform(client, { sql, binds: batch }, 'rows');
    batch = [];
    characters = 0;
  };
  for await (const rows of stagedRows(file)) {
    for (const row of rows) {
      const binds = bindsOf(columns, row);
      const length = charactersOf(binds);
      const isFull = (batch.length + 1) * columns.length > MAX_CELLS;
      if (isFull || characters + length > MAX_CHARACTERS) await send();
      batch.push(binds);
      characters += length;
    }
  }
  await send();
}

/** @throws UserError for a row that the driver cannot send */
function charactersOf(binds: readonly Bind[]): number {
  const length = binds.reduce<number>((sum, bind) => sum + String(bind ?? '').length, 0);
  if (length <= MAX_CHARACTERS) return length;
  throw new UserError(
    `A row has more than ${MAX_CHARACTERS.toLocaleString('en')} characters, which the driver of Snowflake cannot send. Shorten its texts first.`,
  );
}

/** Values are texts, which the server reads as the type of their column, so that none is rounded. */
function bindsOf(columns: readonly ColumnSchema[], row: StagedRow): Bind[] {
  return columns.map((column, place) => {
    const cell = row[place] ?? null;
    return cell === null ? null : bindOf(column, cell);
  });
}

function bindOf({ name, type }: ColumnSchema, cell: string): Bind {
  if (type === 'float' && cell.toLowerCase() === 'nan') return null;
  if (type === 'datetime' && microsecondsOf(cell) === null) {
    throw new UserError(`The column "${name}" has ${cell}, which is no datetime.`);
  }
  return cell;
}
