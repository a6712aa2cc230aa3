import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { duckdbLibrary } from '../../../runner/connectors/providers/duckdb/duckdb-library.ts';
import type { DriverRig } from '../sql-driver-contract.ts';

/** A file of DuckDB, in a folder of its own. */
export interface DuckdbRig extends DriverRig {
  readonly file: string;
}

/** Creates an empty file. Each statement opens it, as only one program at a time can do. */
export async function startDuckdb(): Promise<DuckdbRig> {
  const folder = mkdtempSync(path.join(tmpdir(), 'millrace-duckdb-'));
  const file = path.join(folder, 'own.duckdb');
  const execute = async (sql: string): Promise<void> => {
    const instance = await duckdbLibrary().DuckDBInstance.create(file);
    try {
      const connection = await instance.connect();
      await connection.run(sql);
      connection.closeSync();
    } finally {
      instance.closeSync();
    }
  };
  await execute('SELECT 1');
  return {
    file,
    fields: { provider: 'duckdb', database: file },
    execute,
    close: () => rm(folder, { recursive: true }),
  };
}
