import type { Connection, FieldPacket } from 'mysql2';
import type { SqlText } from '../../../domain/sql-text.ts';
import { waitsOf, type RawCell } from './mysql-client.ts';
import { prepare } from './mysql-read.ts';

/** The answer to a query of few rows. */
export interface Answer {
  readonly fields: readonly FieldPacket[];
  readonly rows: readonly (readonly RawCell[])[];
}

/** Executes a query with its values beside the text, however long it takes. */
export async function answerOf(client: Connection, text: SqlText): Promise<Answer> {
  const execution = await prepare(client, { kind: 'query', ...text });
  const options = { sql: execution, rowsAsArray: true, typeCast: false };
  const answer = client.promise().query<never>(options);
  const [rows, fields] = await waitsOf(client).for('rows', answer);
  return { fields, rows: rows as RawCell[][] };
}
