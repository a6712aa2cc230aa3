import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';
import type { Connection, Request } from 'tedious';
import { withRounded } from '../../../domain/column.ts';
import type { ConnectionTarget } from '../../connection-target.ts';
import { csvLine } from '../../../formats/csv-line.ts';
import { checkResultNames } from '../../sql/result-names.ts';
import type { SqlRead, StagedRows } from '../../sql/sql-driver.ts';
import { WAIT_LIMITS } from '../../sql/wait-limits.ts';
import { execute, perform, withClient, type RawCell } from './mssql-client.ts';
import { statementOf } from './mssql-statement.ts';
import { readingOf, type ColumnReading, type ResultColumn } from './mssql-types.ts';

/** Reads rows in a transaction that is rolled back. The driver pauses while the file takes no more. */
export async function readMssql(
  target: ConnectionTarget,
  read: SqlRead,
  limits = WAIT_LIMITS,
): Promise<StagedRows> {
  const statement = statementOf(read.source);
  const work = async (client: Connection): Promise<StagedRows> => {
    await execute(client, READ_TRANSACTION);
    // Of zero rows the server would send all.
    if (read.maxRows !== null) await execute(client, `SET ROWCOUNT ${Math.max(1, read.maxRows)}`);
    const stream = createWriteStream(read.file);
    const rows = new RowWriter(stream, read.maxRows);
    try {
      await once(stream, 'open');
      await perform(client, statement, (request) => {
        rows.listen(request);
      }).catch((error: unknown) => {
        // A cancelled request fails with an error that does not say why.
        throw rows.failure ?? error;
      });
      rows.check();
    } finally {
      stream.end();
    }
    await once(stream, 'close');
    await endReading(client);
    return rows.result();
  };
  return await withClient(target, work, limits);
}

const HALF_CHARACTERS =
  'has texts with half of a character, as of an emoji that was cut: U+FFFD stands in its place.';

/** Begins a transaction that sees what is committed. Others do not wait for what it has read. */
export const READ_TRANSACTION = `SET TRANSACTION ISOLATION LEVEL READ COMMITTED; SET LOCK_TIMEOUT ${WAIT_LIMITS.lock}; BEGIN TRANSACTION`;

/** Undoes what a function of the query might have written. */
export async function endReading(client: Connection): Promise<void> {
  await execute(client, 'IF @@TRANCOUNT > 0 ROLLBACK TRANSACTION', 'answer');
}

/** Writes the rows of a request to a file. */
class RowWriter {
  readonly #stream: WriteStream;
  readonly #maxRows: number | null;
  #columns: readonly ResultColumn[] = [];
  #readings: readonly ColumnReading[] = [];
  /** The columns with half of a character in a text, which the file has as U+FFFD. */
  readonly #halved = new Set<number>();
  #rowCount = 0;
  #failure: Error | null = null;

  constructor(stream: WriteStream, maxRows: number | null) {
    this.#stream = stream;
    this.#maxRows = maxRows;
  }

  listen(request: Request): void {
    request.on('columnMetadata', (columns) => {
      this.#attempt(request, () => {
        this.#columns = columns as readonly ResultColumn[];
        checkResultNames(this.#columns.map(({ colName }) => colName));
        this.#readings = this.#columns.map(readingOf);
      });
    });
    request.on('row', (row: readonly { readonly value: RawCell }[]) => {
      this.#attempt(request, () => {
        this.#write(request, row);
      });
    });
    this.#stream.once('error', (error) => {
      this.#failure ??= error;
      request.resume();
      request.cancel();
    });
  }

  /** An error of a listener would reach nobody, so the request is cancelled, and `check` throws it. */
  #attempt(request: Request, work: () => void): void {
    if (this.#failure !== null) return;
    try {
      work();
    } catch (error) {
      this.#failure = error instanceof Error ? error : new Error(String(error));
      request.cancel();
    }
  }

  #write(request: Request, row: readonly { readonly value: RawCell }[]): void {
    if (this.#rowCount === this.#maxRows) return;
    this.#rowCount += 1;
    const cells = row.map(({ value }, place) =>
      value === null || value === undefined ? null : (this.#readings[place]?.write(value) ?? null),
    );
    for (const [place, cell] of cells.entries()) {
      if (cell?.isWellFormed() === false) this.#halved.add(place);
    }
    const isFull = !this.#stream.write(csvLine(cells.length === 1 ? [...cells, '0'] : cells));
    if (!isFull) return;
    request.pause();
    this.#stream.once('drain', () => {
      request.resume();
    });
  }

  /** Why the request was cancelled. */
  get failure(): Error | null {
    return this.#failure;
  }

  /** @throws what went wrong with the rows */
  check(): void {
    if (this.#failure !== null) throw this.#failure;
    checkResultNames(this.#columns.map(({ colName }) => colName));
  }

  result(): StagedRows {
    return {
      columns: withRounded(
        this.#columns.map(({ colName }, place) => ({
          name: colName,
          type: this.#readings[place]?.type ?? 'string',
        })),
        (_column, place) => this.#readings[place]?.rounds === true,
      ),
      rowCount: this.#rowCount,
      warnings: this.#columns.flatMap(({ colName }, place) => {
        const remark = this.#readings[place]?.remark;
        return [
          ...(remark === undefined ? [] : [`Column "${colName}" ${remark}.`]),
          ...(this.#halved.has(place) ? [`Column "${colName}" ${HALF_CHARACTERS}`] : []),
        ];
      }),
    };
  }
}
