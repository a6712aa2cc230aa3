import type { Connection } from 'tedious';
import type { ColumnSchema, ColumnType } from '../../../domain/column.ts';
import { UserError } from '../../../domain/errors.ts';
import type { SqlWrite } from '../../sql/sql-driver.ts';
import { microsecondsOf } from '../../sql/moments.ts';
import { CELL_VALUES, stagedRows, type StagedRow } from '../../sql/staged-cells.ts';
import { waitsOf } from './mssql-client.ts';
import { mssqlLibrary } from './mssql-library.ts';

/** The name of a column of a staging table, which needs no quotes: the driver does not escape names. */
export function stagedName(place: number): string {
  return `c${place}`;
}

/** Adds the rows of the file by a bulk load, in bounded memory. @param table a temporary table of `stagedName` columns */
export async function loadRows(
  client: Connection,
  table: string,
  { columns, file }: SqlWrite,
): Promise<void> {
  const loaded = new Promise<void>((resolve, reject) => {
    let failure: Error | null = null;
    const load = client.newBulkLoad(table, { keepNulls: true }, (error) => {
      const reason = failure ?? error;
      if (reason === null || reason === undefined) resolve();
      else reject(reason);
    });
    for (const [place, { type }] of columns.entries()) {
      const { of, options } = bulkTypeOf(type);
      load.addColumn(stagedName(place), of, { nullable: true, ...options });
    }
    const rows = valuesOf(file, columns, (error) => {
      failure = error;
    });
    client.execBulkLoad(load, rows);
  });
  await waitsOf(client).for('rows', loaded);
}

function bulkTypeOf(type: ColumnType): {
  readonly of: ReturnType<typeof mssqlLibrary>['TYPES']['Bit'];
  readonly options?: { readonly length?: number; readonly scale?: number };
} {
  const { TYPES } = mssqlLibrary();
  switch (type) {
    case 'integer':
      return { of: TYPES.BigInt };
    case 'float':
      return { of: TYPES.Float };
    case 'boolean':
      return { of: TYPES.Bit };
    case 'datetime':
      return { of: TYPES.DateTime2, options: { scale: 6 } };
    case 'string':
    case 'null':
      return { of: TYPES.NVarChar, options: { length: Infinity } };
  }
}

/** @param failed is called with what the driver would replace by an error of its own */
async function* valuesOf(
  file: string,
  columns: readonly ColumnSchema[],
  failed: (error: Error) => void,
): AsyncGenerator<unknown[]> {
  try {
    for await (const rows of stagedRows(file)) {
      for (const row of rows) yield bulkRow(columns, row);
    }
  } catch (error) {
    failed(error instanceof Error ? error : new Error(String(error)));
    throw error;
  }
}

function bulkRow(columns: readonly ColumnSchema[], row: StagedRow): unknown[] {
  return columns.map((column, place) => {
    const cell = row[place] ?? null;
    return cell === null ? null : valueOf(column, cell);
  });
}

function valueOf({ name, type }: ColumnSchema, cell: string): unknown {
  if (type === 'datetime') return momentOf(name, cell);
  const value = CELL_VALUES[type](cell);
  if (typeof value !== 'number' || Number.isFinite(value)) return value;
  if (Number.isNaN(value)) return null;
  throw new UserError(
    `The column "${name}" has an infinite number, which SQL Server cannot store. Replace it first.`,
  );
}

/** A date with the microseconds in the property that the driver reads, in seconds. */
function momentOf(name: string, cell: string): Date {
  const total = microsecondsOf(cell);
  if (total === null)
    throw new UserError(`The column "${name}" has ${cell}, which is no datetime.`);
  const rest = ((total % 1000n) + 1000n) % 1000n;
  const date = new Date(Number((total - rest) / 1000n));
  return Object.assign(date, { nanosecondDelta: Number(rest) / 1e6 });
}
