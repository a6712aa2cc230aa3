import { mkdtempSync, renameSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { JobConnections } from '../../runner/connectors/job-connections.ts';
import { csvLine } from '../../runner/formats/csv-line.ts';
import type { ReadWindow } from '../../runner/connectors/sql/incremental.ts';
import type { PendingWrite } from '../../runner/connectors/pending-write.ts';
import type { SqlWrite } from '../../runner/connectors/sql/sql-driver.ts';
import { stagedRows, type StagedRow } from '../../runner/connectors/sql/staged-cells.ts';
import type { ColumnSchema } from '../../runner/domain/column.ts';
import type { ConnectionFields } from '../../runner/domain/connection.ts';
import { readTable } from '../parity/table-file.ts';
import type { WatermarkValue } from '../../runner/domain/watermark.ts';
import type { BoundValue, SqlSource } from '../../runner/domain/sql-source.ts';

/** What was read: columns, the cells of each row, and warnings. */
export interface ReadTable {
  readonly columns: readonly ColumnSchema[];
  readonly rows: readonly StagedRow[];
  readonly warnings: readonly string[];
}

/** A table to write; a column is a name and a type with a colon between. */
export interface TestTable extends Partial<Pick<SqlWrite, 'mode' | 'keys' | 'schema'>> {
  readonly table: string;
  readonly columns: readonly `${string}:${ColumnSchema['type']}`[];
  readonly rows: readonly StagedRow[];
}

/** What one job of a runner process does with a connection, without a flow. */
export class SqlJob {
  readonly #connections: JobConnections;

  constructor(fields: Partial<ConnectionFields> & Pick<ConnectionFields, 'provider'>) {
    const empty = { host: null, port: null, database: null, username: null, options: null };
    this.#connections = new JobConnections([
      { ...empty, secret: null, ...fields, id: 'c', name: 'Own' },
    ]);
  }

  async read(source: SqlSource, maxRows: number | null = null): Promise<ReadTable> {
    return await inFolder(async (folder) => {
      const file = path.join(folder, 'read.csv');
      const { columns, rowCount, warnings, isColumnar } = await this.#connections.read('c', {
        source,
        maxRows,
        file,
      });
      const rows = isColumnar === true ? columnarRows(file) : await allRows(file);
      expect(rows).toHaveLength(rowCount);
      return { columns, rows: rows.map((row) => row.slice(0, columns.length)), warnings };
    });
  }

  async readTable(table: string): Promise<ReadTable> {
    return await this.read({ kind: 'table', schema: null, table });
  }

  /** Reads the rows of a query, of which each `?` is a value. */
  async query(sql: string, values: readonly BoundValue[] = []): Promise<ReadTable> {
    return await this.read({ kind: 'query', texts: sql.split('?'), values });
  }

  /** The rows of a source beyond a watermark. */
  async window(
    source: SqlSource,
    column: string,
    after: WatermarkValue | null,
  ): Promise<ReadWindow> {
    return await this.#connections.window('c', { source, column, after, seeksNulls: true });
  }

  /** Writes rows that become visible by `commit`. */
  async write({ columns, rows, ...table }: TestTable): Promise<PendingWrite> {
    return await inFolder(async (folder) => {
      const file = path.join(folder, 'write.csv');
      writeFileSync(file, rows.map(csvLine).join(''));
      const typed = columns.map((column) => {
        const colon = column.lastIndexOf(':');
        return {
          name: column.slice(0, colon),
          type: column.slice(colon + 1) as ColumnSchema['type'],
        };
      });
      const rest = { schema: null, mode: 'replace', keys: [], ...table } as const;
      return await this.#connections.write('c', { ...rest, columns: typed, file });
    });
  }

  /** Writes and commits. */
  async put(table: TestTable): Promise<void> {
    await (await this.write(table)).commit();
  }
}

async function allRows(file: string): Promise<readonly StagedRow[]> {
  const rows: StagedRow[] = [];
  for await (const some of stagedRows(file)) rows.push(...some);
  return rows;
}

/** The cells of a columnar file as those of a staged file. */
function columnarRows(file: string): readonly StagedRow[] {
  const named = `${file}.parquet`;
  // The library reads a path with another ending as the file itself.
  renameSync(file, named);
  return readTable(named).rows.map((row) =>
    row.map((cell) => (cell === null ? null : String(cell as string | number | bigint | boolean))),
  );
}

async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(path.join(tmpdir(), 'millrace-sql-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}
