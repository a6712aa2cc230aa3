import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { DriverRig } from '../sql-driver-contract.ts';

/** A new file of SQLite. */
export interface SqliteRig extends DriverRig {
  readonly database: DatabaseSync;
}

/** Creates a file; `close` removes it. */
export function startSqlite(): SqliteRig {
  const folder = mkdtempSync(path.join(tmpdir(), 'millrace-sqlite-'));
  const file = path.join(folder, 'own.db');
  const database = new DatabaseSync(file);
  return {
    database,
    fields: { provider: 'sqlite', database: file },
    execute: (sql) => {
      database.exec(sql);
    },
    close: async () => {
      database.close();
      await rm(folder, { recursive: true });
    },
  };
}
