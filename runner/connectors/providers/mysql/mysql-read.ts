import type { Connection, FieldPacket } from 'mysql2';
import type { SqlSource } from '../../../domain/sql-source.ts';
import { UserError } from '../../../domain/errors.ts';
import type { ConnectionTarget } from '../../connection-target.ts';
import { checkResultNames } from '../../sql/result-names.ts';
import { singleStatement } from '../../sql/single-statement.ts';
import type { SqlRead, StagedRows } from '../../sql/sql-driver.ts';
import { WAIT_LIMITS } from '../../sql/wait-limits.ts';
import type { DecimalPlace } from '../../../formats/rounded-cells.ts';
import { writeRows } from '../../../formats/write-rows.ts';
import { abandonClient, execute, waitsOf, withClient, type RawCell } from './mysql-client.ts';
import { quotedTable, textLiteral, valueLiteral } from './mysql-literals.ts';
import { CellDoesNotFit, readingOf, TYPED_READINGS, type ColumnReading } from './mysql-types.ts';

/**
 * Reads rows in one read-only transaction, which sees one state of the tables. A column whose cells do not fit
 * into its type is read again with a wider one, unless the plan expects its type: then `CellDoesNotFit` is thrown.
 */
export async function readMysql(
  target: ConnectionTarget,
  read: SqlRead,
  limits = WAIT_LIMITS,
): Promise<StagedRows> {
  const work = async (client: Connection): Promise<StagedRows> => {
    await beginReading(client);
    const statement = await prepare(client, read.source);
    if (read.maxRows !== null) {
      await execute(client, `SET SESSION sql_select_limit = ${read.maxRows}`);
    }
    const wider = new Set<number>();
    for (;;) {
      const attempt = new ReadAttempt(wider, read.columns);
      const result = await waitsOf(client).for('rows', attempt.read(client, statement, read));
      if (result !== null) return result;
    }
  };
  return await withClient(target, work, limits);
}

/** Begins a transaction that cannot write and sees one state of the tables. */
export async function beginReading(client: Connection): Promise<void> {
  // A procedure or a function cannot end the transaction and write in the next one.
  await execute(client, 'SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY');
  await execute(client, 'START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY');
}

/**
 * Prepares a source by the server, which takes one statement only and the values beside it.
 * @returns the statement that executes it
 * @throws UserError if it does not return rows
 */
export async function prepare(client: Connection, source: SqlSource): Promise<string> {
  if (source.kind === 'table') return `SELECT * FROM ${quotedTable(source)}`;
  const sql = singleStatement(source.texts.join('?'));
  if (sql === '') throw new UserError('The query is empty.');
  // What returns no rows, or would write a file, is no table: the statement is not executed in this form,
  // which loses its order. A comment may end the statement, so the parenthesis is on a line of its own.
  await prepareAs(client, 'checked', `SELECT * FROM (${sql}\n) AS q`);
  await execute(client, 'DEALLOCATE PREPARE checked');
  await prepareAs(client, 'millrace', sql);
  if (source.values.length === 0) return 'EXECUTE millrace';
  const nameAt = (place: number): string => `@millrace_${place}`;
  const names = source.values.map((_, place) => nameAt(place));
  const values = source.values.map((value, place) => `${nameAt(place)} = ${valueLiteral(value)}`);
  await execute(client, `SET ${values.join(', ')}`);
  return `EXECUTE millrace USING ${names.join(', ')}`;
}

async function prepareAs(client: Connection, name: string, sql: string): Promise<void> {
  await execute(client, `SET @millrace_text = ${textLiteral(sql)}`);
  await execute(client, `PREPARE ${name} FROM @millrace_text`);
}

/** One execution of the statement. */
class ReadAttempt {
  readonly #wider: Set<number>;
  readonly #lost = new Set<number>();
  #fields: readonly FieldPacket[] = [];
  #fits = true;
  #readings: readonly ColumnReading[] = [];

  readonly #typed: SqlRead['columns'];

  /**
   * @param wider the places of the columns that do not fit into their types
   * @param typed the columns of a typed query
   */
  constructor(wider: Set<number>, typed: SqlRead['columns']) {
    this.#wider = wider;
    this.#typed = typed;
  }

  /** Null: a cell did not fit, and its column is among the wider ones now. */
  async read(
    client: Connection,
    sql: string,
    { maxRows, file }: SqlRead,
  ): Promise<StagedRows | null> {
    const rows = client
      .query({ sql, rowsAsArray: true, typeCast: false })
      .on('fields', (fields: FieldPacket[]) => {
        this.#fields = fields;
        this.#readings = fields.map((field, place) => this.#readingAt(field, place));
      })
      .stream({ highWaterMark: 1_000 });
    // A lost connection is an error of the client only.
    const fail = (error: Error): void => {
      rows.destroy(error);
    };
    client.once('error', fail);
    let isComplete = false;
    try {
      const cells = this.#allCells(client, rows as AsyncIterable<RawCell[]>, maxRows);
      const rowCount = await writeRows(file, cells);
      if (!this.#fits) return null;
      checkResultNames(this.#fields.map(({ name }) => name));
      isComplete = true;
      const found = { columns: this.#columns(), rowCount, warnings: this.#warnings() };
      return { ...found, decimals: this.#decimals() };
    } finally {
      client.off('error', fail);
      // Nobody reads the rows that remain.
      if (!isComplete && this.#fits) abandonClient(client);
    }
  }

  async *#allCells(
    client: Connection,
    rows: AsyncIterable<RawCell[]>,
    maxRows: number | null,
  ): AsyncGenerator<readonly (string | null)[]> {
    let count = 0;
    for await (const row of rows) {
      if (count === 0) checkResultNames(this.#fields.map(({ name }) => name));
      // The rows that remain are skipped: only then the connection can be used again.
      if (!this.#fits) continue;
      if (count === maxRows) {
        // The query has a limit of its own. The server ends it when nobody reads.
        abandonClient(client);
        return;
      }
      count += 1;
      const cells = this.#cellsOf(row);
      if (cells === null) this.#fits = false;
      else yield cells;
    }
  }

  #readingAt(field: FieldPacket, place: number): ColumnReading {
    const typed = this.#typed?.[place];
    if (typed !== undefined) return TYPED_READINGS[typed.type];
    const reading = readingOf(field);
    return this.#wider.has(place) ? (reading.otherwise ?? reading) : reading;
  }

  /** Null: a cell does not fit. */
  #cellsOf(row: readonly RawCell[]): readonly (string | null)[] | null {
    let place = 0;
    try {
      const cells: (string | null)[] = [];
      for (; place < this.#readings.length; place += 1) {
        cells.push(this.#cellAt(place, row[place] ?? null));
      }
      return cells;
    } catch (error) {
      if (!(error instanceof CellDoesNotFit) || this.#typed !== undefined) throw error;
      this.#wider.add(place);
      return null;
    }
  }

  #cellAt(place: number, cell: RawCell): string | null {
    if (cell === null) return null;
    const written = this.#readings[place]?.write(cell) ?? null;
    if (written === null) this.#lost.add(place);
    return written;
  }

  #columns(): StagedRows['columns'] {
    return this.#fields.map(({ name }, place) => ({
      name,
      type: this.#readings[place]?.type ?? 'string',
    }));
  }

  #decimals(): readonly DecimalPlace[] {
    return this.#readings.flatMap(({ decimalScale: scale }, place) =>
      scale === undefined ? [] : [{ place, scale }],
    );
  }

  #warnings(): readonly string[] {
    return this.#fields.flatMap(({ name }, place) => {
      const { remark, lost } = this.#readings[place] ?? {};
      const remarks = [remark, this.#lost.has(place) ? lost : undefined];
      return remarks.flatMap((one) => (one === undefined ? [] : `Column "${name}" ${one}.`));
    });
  }
}
